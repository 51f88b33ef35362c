import type { Services } from '#server/clinic/action.ts'
import type { Tx } from '#server/platform/database/transactions.ts'
import type { CardFacts } from '#server/platform/stripe/cards.ts'
import type { ClinicAccount } from '../adopt-card.ts'
import { tryCardJob } from '../try-card.ts'
import { refreshCredits } from './refresh-credits.ts'

/** Reads the card of a patient's next charge and the payer's credit, and tries a new card on open invoices. */
export async function refreshCard(
  services: Services,
  clinic: ClinicAccount,
  customer: string,
): Promise<string> {
  const { clinicId, account } = clinic
  const { transactions, stripe, clock, jobs } = services
  const [next] = await transactions.withSystemStatement('stripe-sync:refresh-card', {
    sql: `select app.number_by_time('app.stripe_reads') as n, credit_cents::int as credit from public.patient_customers
           where clinic_id = $3 and stripe_customer = $1 and stripe_account = $2`,
    params: [customer, account, clinicId],
  })
  if (!next) return 'not ours'
  const readNo = Number(next.n)
  const { card, cards, isGone, creditCents } = await stripe.customers.read(account, customer)
  if (!isGone && creditCents !== Number(next.credit)) await refreshCredits(services, clinic, customer)
  return transactions.withSystem('stripe-sync:refresh-card', async (tx) => {
    const before = await find(tx, clinic, customer).forUpdate().executeTakeFirst()
    if (!before || before.read_no >= readNo) return 'older than known'
    await tx
      .updateTable('patient_customers')
      .set({
        card_method: card?.method ?? null,
        card_brand: card?.brand ?? null,
        card_last4: card?.last4 ?? null,
        card_exp_month: card?.expMonth ?? null,
        card_exp_year: card?.expYear ?? null,
        ...(isGone && { gone_at: clock.now(), credit_cents: 0, unused_credit_cents: 0 }),
        read_no: readNo,
      })
      .where('clinic_id', '=', clinicId)
      .where('stripe_customer', '=', customer)
      .execute()
    const patientId = before.patient_id
    await storeCards(tx, { clinicId, patientId }, cards, card?.method ?? null, clock.now())
    if (card && isAnother(card, before)) {
      await jobs.enqueue(tx, tryCardJob, { clinicId, patientId }, { once: patientId })
    }
    if (isGone) return 'gone'
    return card ? 'card' : 'no card'
  })
}

async function storeCards(
  tx: Tx,
  owner: { clinicId: string; patientId: string },
  cards: CardFacts[],
  defaultMethod: string | null,
  now: Date,
): Promise<void> {
  const { clinicId, patientId } = owner
  const methods = cards.map(({ method }) => method)
  await tx
    .deleteFrom('patient_cards')
    .where('clinic_id', '=', clinicId)
    .where('patient_id', '=', patientId)
    .$if(methods.length > 0, (remove) => remove.where('stripe_method', 'not in', methods))
    .execute()
  if (cards.length === 0) return
  await tx
    .insertInto('patient_cards')
    .values(
      cards.map((card) => ({
        clinic_id: clinicId,
        patient_id: patientId,
        stripe_method: card.method,
        brand: card.brand,
        last4: card.last4,
        exp_month: card.expMonth,
        exp_year: card.expYear,
        is_default: card.method === defaultMethod,
        added_at: now,
      })),
    )
    .onConflict((conflict) =>
      conflict.columns(['clinic_id', 'stripe_method']).doUpdateSet((row) => ({
        patient_id: row.ref('excluded.patient_id'),
        exp_month: row.ref('excluded.exp_month'),
        exp_year: row.ref('excluded.exp_year'),
        is_default: row.ref('excluded.is_default'),
      })),
    )
    .execute()
}

interface KnownCard {
  card_method: string | null
  card_last4: string | null
  card_exp_month: number | null
  card_exp_year: number | null
}

/** Cards from before ids were stored are compared by their printed details. */
function isAnother(card: CardFacts, known: KnownCard): boolean {
  if (known.card_method) return card.method !== known.card_method
  return (
    card.last4 !== known.card_last4 ||
    card.expMonth !== known.card_exp_month ||
    card.expYear !== known.card_exp_year
  )
}

function find(tx: Tx, { clinicId, account }: ClinicAccount, customer: string) {
  return tx
    .selectFrom('patient_customers')
    .select(['patient_id', 'read_no'])
    .select(['card_method', 'card_last4', 'card_exp_month', 'card_exp_year'])
    .where('clinic_id', '=', clinicId)
    .where('stripe_customer', '=', customer)
    .where('stripe_account', '=', account)
}

/** A card was saved, removed or renewed by its bank: reads its owner's cards. */
export async function refreshCardOwner(
  services: Services,
  clinic: ClinicAccount,
  method: string,
): Promise<string> {
  const known = await services.transactions.withSystem('stripe-sync:refresh-card', (tx) =>
    tx
      .selectFrom('patient_cards as k')
      .innerJoin('patient_customers as c', (join) =>
        join.onRef('c.clinic_id', '=', 'k.clinic_id').onRef('c.patient_id', '=', 'k.patient_id'),
      )
      .select('c.stripe_customer as customer')
      .where('k.clinic_id', '=', clinic.clinicId)
      .where('k.stripe_method', '=', method)
      .where('c.stripe_account', '=', clinic.account)
      .executeTakeFirst(),
  )
  const customer = known?.customer ?? (await services.stripe.customers.ownerOfCard(clinic.account, method))
  return customer ? refreshCard(services, clinic, customer) : 'of nobody'
}

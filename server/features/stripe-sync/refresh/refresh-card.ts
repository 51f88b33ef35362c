import type { Services } from '#server/clinic/action.ts'
import type { Tx } from '#server/platform/database/transactions.ts'
import type { CardFacts } from '#server/platform/stripe/cards.ts'
import { tryCardJob } from '../try-card.ts'

/** Reads the card of a patient's next charge, and tries a new one on open invoices. */
export async function refreshCard(services: Services, account: string, customer: string): Promise<string> {
  const { transactions, stripe, clock, jobs } = services
  const [next] = await transactions.withSystemStatement('stripe-sync:refresh-card', {
    sql: `select nextval('app.stripe_reads') as n from public.patient_customers
           where stripe_customer = $1 and stripe_account = $2`,
    params: [customer, account],
  })
  if (!next) return 'not ours'
  const readNo = Number(next.n)
  const { card, cards, isGone } = await stripe.customers.read(account, customer)
  return transactions.withSystem('stripe-sync:refresh-card', async (tx) => {
    const before = await find(tx, account, customer).forUpdate().executeTakeFirst()
    if (!before || before.read_no >= readNo) return 'older than known'
    await tx
      .updateTable('patient_customers')
      .set({
        card_method: card?.method ?? null,
        card_brand: card?.brand ?? null,
        card_last4: card?.last4 ?? null,
        card_exp_month: card?.expMonth ?? null,
        card_exp_year: card?.expYear ?? null,
        ...(isGone && { gone_at: clock.now() }),
        read_no: readNo,
      })
      .where('clinic_id', '=', before.clinic_id)
      .where('stripe_customer', '=', customer)
      .execute()
    const { clinic_id: clinicId, patient_id: patientId } = before
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

function find(tx: Tx, account: string, customer: string) {
  return tx
    .selectFrom('patient_customers')
    .select(['clinic_id', 'patient_id', 'read_no'])
    .select(['card_method', 'card_last4', 'card_exp_month', 'card_exp_year'])
    .where('stripe_customer', '=', customer)
    .where('stripe_account', '=', account)
}

/** A card was saved, removed or renewed by its bank: reads its owner's cards. */
export async function refreshCardOwner(services: Services, account: string, method: string): Promise<string> {
  const known = await services.transactions.withSystem('stripe-sync:refresh-card', (tx) =>
    tx
      .selectFrom('patient_cards as k')
      .innerJoin('patient_customers as c', (join) =>
        join.onRef('c.clinic_id', '=', 'k.clinic_id').onRef('c.patient_id', '=', 'k.patient_id'),
      )
      .select('c.stripe_customer as customer')
      .where('k.stripe_method', '=', method)
      .where('c.stripe_account', '=', account)
      .executeTakeFirst(),
  )
  const customer = known?.customer ?? (await services.stripe.customers.ownerOfCard(account, method))
  return customer ? refreshCard(services, account, customer) : 'of nobody'
}

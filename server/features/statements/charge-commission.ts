import { type CommissionLine, commissionLines } from '#domain/statements/commission-lines.ts'
import { statementTexts } from '#domain/texts/statements.ts'
import { formatMonth } from '#domain/values/dates.ts'
import { formatMoney } from '#domain/values/money.ts'
import type { Services } from '#server/clinic/action.ts'
import { ensureClinicCustomer } from '../clinic-tier/clinic-customer.ts'
import { refreshClinicInvoice } from '../stripe-sync/refresh/refresh-clinic-invoice.ts'
import { attemptCharge } from './attempt-charge.ts'
import { loadOwedStatement, type OwedStatement } from './owed-statement.ts'

/**
 * Collects the commission of a closed month: invoice, lines, check of the total, final invoice, charge
 * (docs/payments.md 9). Safe to repeat from any step and to run twice at once: each step has a permanent idempotency
 * key and first reads from Stripe, because keys expire. No second charge before the first one's outcome is stored.
 * @returns the invoice's state
 */
export async function chargeCommission(
  services: Services,
  { clinicId, statementId }: { clinicId: string; statementId: string },
): Promise<string> {
  const owed = await services.transactions.withSystem('statements:charge', (tx) =>
    loadOwedStatement(tx, clinicId, statementId),
  )
  if (!owed) return 'nothing owed'
  const invoice = owed.invoiceId ?? (await finalInvoice(services, owed))
  const status = await refreshClinicInvoice(services, invoice, `statement:${statementId}`)
  return status === 'open' ? attemptCharge(services, { clinicId, invoiceId: invoice }) : status
}

/**
 * Finds or creates the final invoice of a statement.
 * @returns Stripe's id
 */
async function finalInvoice(services: Services, owed: OwedStatement): Promise<string> {
  const { commissionInvoices } = services.stripe
  const customer = await ensureClinicCustomer(services, owed.clinicId)
  const key = (step: string) => `commission:${owed.clinicId}:${owed.month}:${step}`
  const texts = statementTexts.invoice
  const month = formatMonth(owed.month)
  const id =
    (await commissionInvoices.find(customer, owed.statementId, owed.closedAt)) ??
    (await commissionInvoices.create({
      customer,
      currency: owed.currency,
      description: texts.description(month),
      metadata: { statement: owed.statementId },
      key: key('create'),
    }))
  const found = await commissionInvoices.read(id)
  if (found.status !== 'draft') return id
  for (const { kind, amountCents } of linesOf(owed)) {
    if (found.lines.includes(kind)) continue
    await commissionInvoices.addLine(id, {
      customer,
      currency: owed.currency,
      amountCents,
      description: kind === 'flat' ? flatLine(owed, month) : texts.lines[kind](month),
      name: kind,
      period: { start: owed.startsAt, end: owed.endsAt },
      key: key(`line:${kind}`),
    })
  }
  const { totalCents } = await commissionInvoices.read(id)
  if (totalCents !== owed.commissionCents) {
    throw new Error(`invoice ${id} is over ${totalCents}, its statement over ${owed.commissionCents}`)
  }
  await commissionInvoices.finalize(id, key('finalize'))
  return id
}

/** A flat fee is one line, the commission one for each kind of plan. */
function linesOf(owed: OwedStatement): CommissionLine[] {
  return owed.feeCents === null
    ? commissionLines(owed)
    : [{ kind: 'flat', amountCents: owed.commissionCents }]
}

function flatLine({ feeCents, members, currency }: OwedStatement, month: string): string {
  const { flatMonth, flatMember } = statementTexts.invoice
  return members === null
    ? flatMonth(month)
    : flatMember(month, members, formatMoney(feeCents ?? 0, currency))
}

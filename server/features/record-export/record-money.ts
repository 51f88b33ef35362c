import { statusLabel } from '#domain/subscriptions/plan-standing.ts'
import { invoiceTexts } from '#domain/texts/invoices.ts'
import { recordDocumentTexts } from '#domain/texts/record-export.ts'
import { listed, type RecordFacts, readerOf, type Section } from './record-facts.ts'

const texts = recordDocumentTexts

export function plansSection(facts: RecordFacts): Section {
  const { rows, day, nameOf, on, text } = readerOf(facts)
  return {
    title: texts.sections.plans,
    entries: [
      ...rows('subscriptions').map((row) => ({
        title: nameOf(row.version_id) ?? '',
        lines: listed(
          statusLabel(String(row.status)),
          texts.since(day(row.started_at)),
          on(row, 'ended_at', texts.endedOn)[0] ?? null,
        ),
      })),
      // of plans that another patient pays; own ones are above
      ...rows('subscription_members')
        .filter(({ subscription_id: id }) => rows('subscriptions').every((own) => own.id !== id))
        .map((row) => ({
          title: texts.covered,
          lines: listed(texts.since(day(row.from_on)), on(row, 'until_on', texts.until)[0] ?? null),
        })),
      ...rows('plan_agreements').map((row) => ({
        title: texts.agreement(nameOf(row.version_id) ?? '', text(row, 'signed_name') ?? ''),
        lines: [day(row.signed_at), String(row.wording)],
      })),
    ],
  }
}

export function invoicesSection(facts: RecordFacts): Section {
  const { rows, day, money, text } = readerOf(facts)
  const { statuses } = invoiceTexts
  return {
    title: texts.sections.invoices,
    entries: rows('invoices').map((invoice) => {
      const payments = rows('payments').filter(({ invoice_id: id }) => id === invoice.id)
      const isOf = (row: Record<string, unknown>) => payments.some(({ id }) => id === row.payment_id)
      return {
        title: `${day(invoice.issued_at)}: ${texts.invoice(text(invoice, 'number') ?? '')}`,
        lines: [
          ...listed(
            statuses[invoice.status as keyof typeof statuses] ?? text(invoice, 'status'),
            money(invoice.total_cents, invoice.currency),
            texts.paid(money(invoice.amount_paid_cents, invoice.currency)),
          ),
          ...rows('invoice_lines')
            .filter(({ invoice_id: id }) => id === invoice.id)
            .map((row) => texts.labeled(String(row.description), money(row.amount_cents, invoice.currency))),
          ...payments.flatMap((row) =>
            listed(
              texts.payment(money(row.amount_cents, row.currency)),
              day(row.charged_at),
              texts.paymentStatuses[String(row.status)] ?? text(row, 'status'),
            ),
          ),
          ...rows('refunds')
            .filter(isOf)
            .flatMap((row) =>
              listed(
                texts.refund(money(row.amount_cents, row.currency)),
                day(row.refunded_at),
                texts.paymentStatuses[String(row.status)] ?? text(row, 'status'),
              ),
            ),
          ...rows('receipts')
            .filter(isOf)
            .map((row) => texts.receipt(String(row.label), money(row.amount_cents, row.currency))),
          ...rows('disputes')
            .filter(isOf)
            .flatMap((row) =>
              listed(texts.dispute(money(row.amount_cents, row.currency)), day(row.opened_at)),
            ),
        ],
      }
    }),
  }
}

export function valueReceiptsSection(facts: RecordFacts): Section {
  const { rows, day, money } = readerOf(facts)
  return {
    title: texts.sections.valueReceipts,
    entries: rows('value_receipts').map((row) => ({
      title: `${day(row.first_on)} – ${day(row.last_on)}: ${row.plan_name}`,
      lines: listed(money(row.value_cents, row.currency), texts.paid(money(row.paid_cents, row.currency))),
    })),
  }
}

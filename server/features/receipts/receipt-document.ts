import { percentageOf } from '#domain/payouts/clinic-tax.ts'
import { receiptTexts } from '#domain/texts/receipts.ts'
import { formatDate } from '#domain/values/dates.ts'
import { formatMoney } from '#domain/values/money.ts'
import { type Paid, paidText } from '#server/emails/notices.ts'
import { columnGap, contentWidth, margin, muted, openPaper, type PaperClinic } from './paper.ts'

/** The clinic's printed details (docs/payments.md 10). */
export interface PrintedDetails {
  legalName: string | null
  address: string | null
  taxNumber: string | null
  npi: string | null
}

/** The columns of `receipts` at issue, and later refunds. */
export interface ReceiptFacts {
  /** As printed. */
  number: string
  clinic: PaperClinic & PrintedDetails & { timeZone: string }
  payer: { name: string; email: string | null }
  /** Null where the plan does not cover the payer: the receipt then names no service (docs/domain-rules.md rule 30). */
  planName: string | null
  /** The covered people, as the payer named them; empty if only the payer. */
  covered: string[]
  periodStart: Date
  periodEnd: Date
  invoiceNumber: string | null
  currency: string
  amountCents: number
  taxCents: number
  /** The credit that reduced the invoice; 0 or more. */
  creditCents: number
  /** Null where the receipt shows the amount alone. */
  tax: { name: string; ratePpm: number } | null
  paidAt: Date
  issuedAt: Date
  paid: Paid
  /** Oldest first. */
  refunds: { refundedAt: Date; amountCents: number; isReversal: boolean }[]
}

const texts = receiptTexts.document

/** The receipt as a PDF of one page: the same facts give the same document. Dates are days in the clinic's zone. */
export async function receiptDocument(receipt: ReceiptFacts): Promise<Uint8Array<ArrayBuffer>> {
  const { clinic, payer, currency } = receipt
  const money = (cents: number) => formatMoney(cents, currency)
  const day = (instant: Date) => formatDate(instant, clinic.timeZone)
  const { number } = receipt
  const {
    top: head,
    write,
    facts,
    rule,
    end,
  } = await openPaper(clinic, texts.title(number), receipt.issuedAt)

  let y = await write(texts.heading, { x: margin, y: head + 34 }, { size: 26, weight: 'strong' })
  y = await write(
    texts.paid(money(receipt.amountCents), day(receipt.paidAt)),
    { x: margin, y },
    { size: 13, fill: muted },
  )

  y = await facts(y + 26, [
    [texts.number, number],
    [texts.date, day(receipt.paidAt)],
    [texts.method, paidText(receipt.paid)],
    [texts.invoice, receipt.invoiceNumber],
  ])
  y = await facts(y + 6, [
    [texts.from, ...printedDetails(clinic)],
    [texts.to, payer.name, payer.email],
    ...(receipt.covered.length > 0 ? [[texts.covered, ...receipt.covered] as [string, ...string[]]] : []),
  ])

  const amountWidth = 130
  const textWidth = contentWidth - amountWidth - columnGap
  y += 14
  await write(texts.description, { x: margin, y, width: textWidth }, { size: 10, fill: muted })
  await write(texts.amount, { x: margin, y }, { size: 10, fill: muted, align: 'end' })
  y = rule(y + 18)
  const top = y
  y = await write(
    receipt.planName ?? texts.membership,
    { x: margin, y, width: textWidth },
    { size: 12, weight: 'strong' },
  )
  y = await write(
    periodText(day(receipt.periodStart), day(receipt.periodEnd)),
    { x: margin, y, width: textWidth },
    { size: 10.5, fill: muted },
  )
  const billedCents = receipt.amountCents + receipt.creditCents
  await write(money(billedCents), { x: margin, y: top }, { size: 12, align: 'end' })
  y = rule(y + 8)
  if (receipt.creditCents > 0) {
    await write(texts.credit, { x: margin, y, width: textWidth }, { size: 10.5, fill: muted })
    await write(money(-receipt.creditCents), { x: margin, y }, { size: 10.5, fill: muted, align: 'end' })
    y = rule(y + 20)
  }
  if (receipt.taxCents > 0) {
    const { tax, amountCents, taxCents } = receipt
    const rows: [string, number][] = [
      [texts.beforeTax, amountCents - taxCents],
      [tax ? texts.namedTax(tax.name, percentageOf(tax.ratePpm)) : texts.tax, taxCents],
    ]
    for (const [name, cents] of rows) {
      await write(name, { x: margin, y, width: textWidth }, { size: 10.5, fill: muted })
      await write(money(cents), { x: margin, y }, { size: 10.5, fill: muted, align: 'end' })
      y += 17
    }
    y = rule(y + 3)
  }
  await write(texts.total, { x: margin, y, width: textWidth }, { size: 14, weight: 'strong' })
  y = await write(money(receipt.amountCents), { x: margin, y }, { size: 14, weight: 'strong', align: 'end' })
  for (const { refundedAt, amountCents, isReversal } of receipt.refunds) {
    y += 8
    await write(
      (isReversal ? texts.reversed : texts.refund)(day(refundedAt)),
      { x: margin, y, width: textWidth },
      { size: 10.5, fill: muted },
    )
    y = await write(money(-amountCents), { x: margin, y }, { size: 10.5, fill: muted, align: 'end' })
  }
  if (receipt.refunds.length > 0) {
    const back = receipt.refunds.reduce((sum, { amountCents }) => sum + amountCents, 0)
    y += 8
    await write(texts.net, { x: margin, y, width: textWidth }, { size: 14, weight: 'strong' })
    await write(
      money(receipt.amountCents - back),
      { x: margin, y },
      { size: 14, weight: 'strong', align: 'end' },
    )
  }

  await write(texts.zone(clinic.timeZone), { x: margin, y: y + 56 }, { size: 9.5, fill: muted })
  return end()
}

/** One day for a single sale. */
const periodText = (from: string, to: string) => (from === to ? from : texts.period(from, to))

/** The payee in lines: legal name, address, and the numbers that insurers ask for. */
export function printedDetails(clinic: Pick<PaperClinic, 'name'> & PrintedDetails): [string, ...string[]] {
  const { legalName, address, taxNumber, npi } = clinic
  return [
    legalName ?? clinic.name,
    ...(address?.split('\n') ?? []),
    ...(taxNumber ? [receiptTexts.details.taxNumberLine(taxNumber)] : []),
    ...(npi ? [receiptTexts.details.npiLine(npi)] : []),
  ]
}

import { receiptTexts } from '#domain/texts/receipts.ts'
import { formatDate } from '#domain/values/dates.ts'
import { formatMoney } from '#domain/values/money.ts'
import { columnGap, contentWidth, margin, muted, openPaper, type PaperClinic } from './paper.ts'
import type { PersonPart } from './person-parts.ts'
import { type PrintedDetails, printedDetails } from './receipt-document.ts'

export interface YearFacts {
  year: number
  clinic: PaperClinic & PrintedDetails & { timeZone: string }
  payer: { name: string; email: string | null }
  currency: string
  /** Oldest first. */
  payments: { number: string; paidAt: Date; planName: string | null; amountCents: number; taxCents: number }[]
  refunds: { number: string; refundedAt: Date; amountCents: number }[]
  /** Parts by person, less refunds; empty if all was for the payer. */
  people: PersonPart[]
  madeAt: Date
}

const texts = receiptTexts.year
const rowHeight = 34

/**
 * A year's payments with their receipt numbers as a PDF, for a tax account or an employer. Refunds are in the year of
 * the refund. Dates are days in the clinic's zone.
 */
export async function yearDocument(facts: YearFacts): Promise<Uint8Array<ArrayBuffer>> {
  const { year, clinic, payer, currency, payments, refunds } = facts
  const money = (cents: number) => formatMoney(cents, currency)
  const day = (instant: Date) => formatDate(instant, clinic.timeZone)
  const sum = (amounts: readonly { amountCents: number }[]) =>
    amounts.reduce((total, { amountCents }) => total + amountCents, 0)
  const paper = await openPaper(clinic, texts.title(year), facts.madeAt)
  const { write, rule, room } = paper
  const amountWidth = 130
  const textWidth = contentWidth - amountWidth - columnGap

  let y = await write(texts.heading(year), { x: margin, y: paper.top + 34 }, { size: 26, weight: 'strong' })
  y = await write(texts.made(day(facts.madeAt)), { x: margin, y }, { size: 13, fill: muted })
  y = await paper.facts(y + 26, [
    [receiptTexts.document.from, ...printedDetails(clinic), clinic.phone],
    [receiptTexts.document.to, payer.name, payer.email],
  ])

  y += 8
  await write(texts.payments, { x: margin, y, width: textWidth }, { size: 10, fill: muted })
  await write(receiptTexts.document.amount, { x: margin, y }, { size: 10, fill: muted, align: 'end' })
  y = rule(y + 18)
  for (const { number, paidAt, planName, amountCents } of payments)
    y = await row(y, {
      title: `${day(paidAt)}: ${planName ?? receiptTexts.document.membership}`,
      note: texts.receipt(number),
      amount: money(amountCents),
    })
  for (const { number, refundedAt, amountCents } of refunds)
    y = await row(y, {
      title: `${day(refundedAt)}: ${texts.refund}`,
      note: texts.receipt(number),
      amount: money(-amountCents),
    })

  y = room(y, 120)
  const taxCents = payments.reduce((total, payment) => total + payment.taxCents, 0)
  y = await total(y, texts.paid, sum(payments))
  if (taxCents > 0) y = await total(y, receiptTexts.document.tax, taxCents)
  if (refunds.length > 0) y = await total(y, texts.refunded, -sum(refunds))
  await write(texts.net, { x: margin, y, width: textWidth }, { size: 14, weight: 'strong' })
  y = await write(
    money(sum(payments) - sum(refunds)),
    { x: margin, y },
    { size: 14, weight: 'strong', align: 'end' },
  )
  if (facts.people.length > 0) {
    y = room(y + 20, 60)
    await write(texts.people, { x: margin, y, width: textWidth }, { size: 10, fill: muted })
    y = rule(y + 18)
    for (const { name, amountCents } of facts.people)
      y = await row(y, { title: name, note: null, amount: money(amountCents) })
  }
  await write(
    `${texts.notInsurance} ${receiptTexts.document.zone(clinic.timeZone)}`,
    { x: margin, y: room(y + 32, 40) },
    { size: 9.5, fill: muted },
  )
  return paper.end()

  async function row(
    at: number,
    { title, note, amount }: { title: string; note: string | null; amount: string },
  ) {
    const start = room(at, rowHeight)
    let below = await write(title, { x: margin, y: start, width: textWidth }, { size: 11 })
    if (note !== null)
      below = await write(note, { x: margin, y: below, width: textWidth }, { size: 9.5, fill: muted })
    await write(amount, { x: margin, y: start }, { size: 11, align: 'end' })
    return rule(below + 4)
  }

  async function total(at: number, label: string, cents: number) {
    await write(label, { x: margin, y: at, width: textWidth }, { size: 11, fill: muted })
    return (await write(money(cents), { x: margin, y: at }, { size: 11, fill: muted, align: 'end' })) + 6
  }
}

import { moneyText } from '../billing/prices.ts'
import { taxText } from '../billing/taxes.ts'
import type { Records } from '../world/records.ts'
import type { Scope } from '../world/scope.ts'
import { businessName, dateText, sandboxNotice } from './layout.ts'

interface Row {
  text: string
  amount: string
  isStrong?: boolean
}

/** @throws StripeFailure 404 for an unknown invoice */
export function invoicePdf(scope: Scope, id: string): Promise<Uint8Array<ArrayBuffer>> {
  const invoice = scope.must('invoice', id)
  const money = (cents: number) => moneyText(cents, invoice.currency)
  const off = (invoice.total_discount_amounts ?? []).reduce((sum, each) => sum + each.amount, 0)
  const balance = (invoice.ending_balance ?? 0) - invoice.starting_balance
  const rows: Row[] = invoice.lines.data.map((line) => ({
    text: `${line.description ?? ''}\n${dateText(scope, line.period.start)} to ${dateText(scope, line.period.end)}`,
    amount: money(line.amount),
  }))
  if (off > 0) rows.push({ text: 'Discount', amount: money(-off) })
  for (const tax of invoice.total_taxes ?? []) {
    rows.push({ text: taxText(scope, tax), amount: money(tax.amount) })
  }
  rows.push({ text: 'Total', amount: money(invoice.total), isStrong: true })
  if (balance !== 0)
    rows.push({
      text: (invoice.ending_balance ?? 0) > 0 ? 'Carried to the next invoice' : 'From your balance',
      amount: money(balance),
    })
  rows.push({ text: 'Amount paid', amount: money(invoice.amount_paid) })
  rows.push({ text: 'Amount due', amount: money(invoice.amount_remaining), isStrong: true })
  return write(scope, `Invoice ${invoice.number ?? '(draft)'}`, invoice.created, rows, [
    ['Date', dateText(scope, invoice.created)],
    ['Status', invoice.status ?? ''],
    ['From', businessName(scope)],
    ['To', [invoice.customer_name, invoice.customer_email].filter(Boolean).join(', ')],
    ['Address', addressText(invoice.customer_address)],
  ])
}

function addressText(address: Records['invoice']['customer_address']): string {
  if (!address) return ''
  const { line1, line2, city, state, postal_code: code, country } = address
  return [line1, line2, city, [state, code].filter(Boolean).join(' '), country].filter(Boolean).join(', ')
}

/** @throws StripeFailure 404 for an unknown charge */
export function receiptPdf(scope: Scope, id: string): Promise<Uint8Array<ArrayBuffer>> {
  const charge = scope.must('charge', id)
  const money = (cents: number) => moneyText(cents, charge.currency)
  const { card, us_bank_account: us, acss_debit: pad } = charge.payment_method_details ?? {}
  const bank = us ?? pad
  const rows: Row[] = [
    { text: charge.description ?? 'Payment', amount: money(charge.amount), isStrong: true },
  ]
  if (charge.amount_refunded > 0) rows.push({ text: 'Refunded', amount: money(-charge.amount_refunded) })
  return write(scope, `Receipt ${charge.receipt_number ?? ''}`.trim(), charge.created, rows, [
    ['Date', dateText(scope, charge.created)],
    ['Paid to', businessName(scope)],
    ['Card', card ? `${card.brand} ending in ${card.last4}` : ''],
    ['Bank account', bank ? `ending in ${bank.last4}` : ''],
    ['Status', charge.status],
  ])
}

async function write(
  scope: Scope,
  title: string,
  created: number,
  rows: Row[],
  facts: [name: string, value: string][],
): Promise<Uint8Array<ArrayBuffer>> {
  // Loaded for the first document only, because it contains fonts.
  const { default: PDFDocument } = await import('pdfkit')
  const pdf = new PDFDocument({
    size: 'LETTER',
    margin: 56,
    lang: 'en',
    displayTitle: true,
    info: { Title: title, Author: businessName(scope), CreationDate: new Date(created * 1000) },
  })
  const done = new Promise<Uint8Array<ArrayBuffer>>((resolve, reject) => {
    const chunks: Buffer[] = []
    pdf.on('data', (chunk: Buffer) => chunks.push(chunk))
    pdf.on('end', () => resolve(new Uint8Array(Buffer.concat(chunks))))
    pdf.on('error', reject)
  })
  pdf.fillColor('#1B5E4F').font('Helvetica-Bold').fontSize(12).text(businessName(scope))
  pdf.moveDown(0.5).fillColor('#1C2825').fontSize(24).text(title)
  pdf.moveDown(0.5).font('Helvetica').fontSize(11)
  for (const [name, value] of facts) {
    if (value)
      pdf.fillColor('#56635E').text(`${name}: `, { continued: true }).fillColor('#1C2825').text(value)
  }
  pdf.moveDown(1.5)
  const { left, right } = pdf.page.margins
  const width = pdf.page.width - left - right
  for (const { text, amount, isStrong } of rows) {
    pdf.font(isStrong ? 'Helvetica-Bold' : 'Helvetica')
    const height = pdf.heightOfString(text, { width: width - 120 })
    if (pdf.y + height > pdf.page.height - pdf.page.margins.bottom) pdf.addPage()
    const top = pdf.y
    pdf.text(amount, left + width - 110, top, { width: 110, align: 'right' })
    pdf.text(text, left, top, { width: width - 120 })
    pdf.moveDown(0.6)
  }
  pdf.moveDown(2).font('Helvetica').fontSize(10).fillColor('#56635E').text(sandboxNotice, left)
  pdf.end()
  return done
}

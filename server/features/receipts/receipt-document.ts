import { formatDate } from '#domain/dates.ts'
import { formatMoney } from '#domain/money.ts'
import { receiptNumber } from '#domain/receipts/receipts.ts'
import { receiptTexts } from '#domain/texts/receipts.ts'
import { brandOf } from '#server/emails/brand.ts'
import { cardText } from '#server/emails/notices.ts'
import { type Run, runsOf, type Weight } from './document-fonts.ts'
import { wrap } from './document-lines.ts'

/** All that a receipt shows: the columns of `receipts` that it was issued with. */
export interface ReceiptFacts {
  number: number
  clinic: { name: string; color: string; phone: string | null; website: string | null; timeZone: string }
  payer: { name: string; email: string | null }
  /** Null where the payer is not the patient: the receipt then names no service (docs/domain-rules.md rule 30). */
  planName: string | null
  periodStart: Date
  periodEnd: Date
  invoiceNumber: string | null
  currency: string
  amountCents: number
  taxCents: number
  paidAt: Date
  issuedAt: Date
  card: { brand: string | null; last4: string | null }
}

const texts = receiptTexts.document
const ink = '#1C2825'
const muted = '#56635E'
const line = '#DED8CC'
const margin = 56
const pageWidth = 612
const contentWidth = pageWidth - 2 * margin
const columnGap = 24

/** The receipt as a PDF of one page: the same facts give the same document. Dates are days in the clinic's zone. */
export async function receiptDocument(receipt: ReceiptFacts): Promise<Uint8Array<ArrayBuffer>> {
  const { clinic, payer, currency } = receipt
  const { color } = brandOf(clinic)
  const money = (cents: number) => formatMoney(cents, currency)
  const day = (instant: Date) => formatDate(instant, clinic.timeZone)
  const number = receiptNumber(receipt.number)

  // a library with fonts in it: loaded for the first document, not at the start
  const { default: PDFDocument } = await import('pdfkit')
  const pdf = new PDFDocument({
    size: 'LETTER',
    margin,
    lang: 'en',
    displayTitle: true,
    info: { Title: texts.title(number), Author: clinic.name, CreationDate: receipt.issuedAt },
  })
  const chunks: Buffer[] = []
  const done = new Promise<Uint8Array<ArrayBuffer>>((resolve, reject) => {
    pdf.on('data', (chunk: Buffer) => chunks.push(chunk))
    pdf.on('end', () => resolve(new Uint8Array(Buffer.concat(chunks))))
    pdf.on('error', reject)
  })

  const registered = new Set<string>()
  const selectFont = ({ name, file }: Run) => {
    if (!registered.has(name)) pdf.registerFont(name, file)
    registered.add(name)
    return pdf.font(name)
  }
  const widthOf = (run: Run) => selectFont(run).widthOfString(run.text)

  /** Draws a text, wrapped at `width`. Returns the y below it. */
  async function write(
    text: string,
    at: { x: number; y: number; width?: number },
    style: { size: number; weight?: Weight; fill?: string; align?: 'end' },
  ): Promise<number> {
    const { size, weight = 'regular', fill = ink, align } = style
    const width = at.width ?? contentWidth
    const lineHeight = size * 1.36
    pdf.fillColor(fill).fontSize(size)
    let y = at.y
    for (const { runs, width: used } of wrap(await runsOf(text, weight), width, widthOf)) {
      let x = align === 'end' ? at.x + width - used : at.x
      for (const run of runs) {
        // one baseline for all fonts of a line
        selectFont(run).text(run.text, x, y + size, { lineBreak: false, baseline: 'alphabetic' })
        x += widthOf(run)
      }
      y += lineHeight
    }
    return y
  }

  // the clinic: its mark and name, and the folded corner that every paper of the product has (docs/look.md)
  pdf.path(`M${pageWidth - 44} 0 L${pageWidth} 44 L${pageWidth} 0 Z`).fill(color)
  pdf.path(
    `M${pageWidth - 44} 0 L${pageWidth - 44} 38 Q${pageWidth - 44} 44 ${pageWidth - 38} 44 L${pageWidth} 44 Z`,
  )
  pdf.fillOpacity(0.18).fill(color).fillOpacity(1)
  pdf.path(`M${margin} 60 h9 q5 0 5 5 v9 h-11 q-3 0 -3 -3 Z`).fill(color)
  let y = await write(
    clinic.name,
    { x: margin + 22, y: 58, width: contentWidth - 60 },
    { size: 15, weight: 'strong', fill: color },
  )
  const contact = [clinic.phone, clinic.website].filter(Boolean).join('  ·  ')
  if (contact)
    y = await write(contact, { x: margin + 22, y, width: contentWidth - 60 }, { size: 10, fill: muted })

  y = await write(texts.heading, { x: margin, y: y + 34 }, { size: 26, weight: 'strong' })
  y = await write(
    texts.paid(money(receipt.amountCents), day(receipt.paidAt)),
    { x: margin, y },
    { size: 13, fill: muted },
  )

  y = await facts(y + 26, [
    [texts.number, number],
    [texts.date, day(receipt.paidAt)],
    [texts.method, cardText(receipt.card)],
    [texts.invoice, receipt.invoiceNumber],
  ])
  y = await facts(y + 6, [
    [texts.from, clinic.name],
    [texts.to, payer.name, payer.email],
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
    texts.period(day(receipt.periodStart), day(receipt.periodEnd)),
    { x: margin, y, width: textWidth },
    { size: 10.5, fill: muted },
  )
  await write(money(receipt.amountCents), { x: margin, y: top }, { size: 12, align: 'end' })
  y = rule(y + 8)
  if (receipt.taxCents > 0) {
    await write(texts.tax, { x: margin, y, width: textWidth }, { size: 10.5, fill: muted })
    await write(money(receipt.taxCents), { x: margin, y }, { size: 10.5, fill: muted, align: 'end' })
    y = rule(y + 20)
  }
  await write(texts.total, { x: margin, y, width: textWidth }, { size: 14, weight: 'strong' })
  await write(money(receipt.amountCents), { x: margin, y }, { size: 14, weight: 'strong', align: 'end' })

  await write(texts.zone(clinic.timeZone), { x: margin, y: y + 56 }, { size: 9.5, fill: muted })
  pdf.end()
  return done

  /** Label and values in two columns, row by row; facts without a value are left out. Returns the y below. */
  async function facts(start: number, all: [label: string, ...values: (string | null)[]][]): Promise<number> {
    const given = all.filter(([, value]) => value)
    const width = (contentWidth - columnGap) / 2
    let below = start
    for (let index = 0; index < given.length; index += 2) {
      let next = below
      for (const [column, [label, ...values]] of given.slice(index, index + 2).entries()) {
        const x = margin + column * (width + columnGap)
        let at = await write(label, { x, y: below, width }, { size: 10, fill: muted })
        for (const value of values) if (value) at = await write(value, { x, y: at, width }, { size: 12 })
        next = Math.max(next, at)
      }
      below = next + 12
    }
    return below
  }

  function rule(at: number): number {
    pdf
      .moveTo(margin, at)
      .lineTo(pageWidth - margin, at)
      .lineWidth(0.75)
      .stroke(line)
    return at + 10
  }
}

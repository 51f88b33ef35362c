import { shadesOf } from '#server/emails/brand.ts'
import { type Run, runsOf, type Weight } from './document-fonts.ts'
import { inDrawnOrder, wrap } from './document-lines.ts'

export interface PaperClinic {
  name: string
  color: string
  phone: string | null
  website: string | null
}

interface Place {
  x: number
  y: number
  width?: number
}

interface Style {
  size: number
  weight?: Weight
  fill?: string
  align?: 'end'
  /** Continues on another page instead of below the end of this one. */
  flows?: boolean
}

/** A document with the clinic's head. Measures are points from the top left. */
export interface Paper {
  top: number
  /** Draws a text, wrapped at `width`. Returns the y below it. */
  write(text: string, at: Place, style: Style): Promise<number>
  /** Draws labels and values in two columns, without empty values. Returns the y below. */
  facts(start: number, all: [label: string, ...values: (string | null)[]][]): Promise<number>
  /** A line across. Returns the y below it. */
  rule(at: number): number
  /** A JPEG or PNG, at most as wide as a column. Returns the y below it. */
  picture(bytes: Buffer, at: number): number
  /** Lines of an SVG path from a box. Returns the y below them. */
  drawing(path: string, box: { width: number; height: number }, at: number): number
  /** Returns `y`, or the top of another page if less than `height` is left. */
  room(y: number, height: number): number
  end(): Promise<Uint8Array<ArrayBuffer>>
}

const ink = '#1C2825'
export const muted = '#56635E'
const line = '#DED8CC'
export const margin = 56
const pageWidth = 612
const pageHeight = 792
export const contentWidth = pageWidth - 2 * margin
export const columnGap = 24
const columnWidth = (contentWidth - columnGap) / 2

/**
 * The same content gives the same document.
 * @param footer of each page, once the number of pages is known
 */
export async function openPaper(
  clinic: PaperClinic,
  title: string,
  createdAt: Date,
  footer?: (page: number, pages: number) => string,
): Promise<Paper> {
  const color = shadesOf(clinic.color).light

  // a library with fonts: loaded for the first document, not at the start
  const { default: PDFDocument } = await import('pdfkit')
  const pdf = new PDFDocument({
    size: 'LETTER',
    margin,
    lang: 'en',
    displayTitle: true,
    bufferPages: footer !== undefined,
    info: { Title: title, Author: clinic.name, CreationDate: createdAt },
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

  async function write(text: string, at: Place, style: Style): Promise<number> {
    const { size, weight = 'regular', fill = ink, align, flows = false } = style
    const width = at.width ?? contentWidth
    const lineHeight = size * 1.36
    pdf.fontSize(size)
    let y = at.y
    for (const { runs, width: used } of wrap(await runsOf(text, weight), width, widthOf)) {
      if (flows) y = room(y, lineHeight)
      // another page begins in black
      pdf.fillColor(fill)
      let x = align === 'end' ? at.x + width - used : at.x
      for (const run of inDrawnOrder(runs)) {
        // one baseline for all fonts of a line
        selectFont(run).text(run.text, x, y + size, { lineBreak: false, baseline: 'alphabetic' })
        x += widthOf(run)
      }
      y += lineHeight
    }
    return y
  }

  // the clinic's mark and name, and the folded corner of all documents (docs/look.md)
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

  return {
    top: y,
    write,
    facts,
    rule,
    picture,
    drawing,
    room,
    async end() {
      if (footer) await writeFooters(footer)
      pdf.end()
      return done
    },
  }

  function room(at: number, height: number): number {
    if (at + height <= pageHeight - margin) return at
    pdf.addPage()
    return margin
  }

  async function writeFooters(textOf: (page: number, pages: number) => string): Promise<void> {
    const { start, count } = pdf.bufferedPageRange()
    for (let page = start; page < start + count; page += 1) {
      pdf.switchToPage(page)
      const place = { x: margin, y: pageHeight - margin + 14 }
      await write(shortened(textOf(page + 1, count)), place, { size: 9, fill: muted })
    }
  }

  async function facts(start: number, all: [label: string, ...values: (string | null)[]][]): Promise<number> {
    const given = all.filter(([, value]) => value)
    const width = columnWidth
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

  function picture(bytes: Buffer, at: number): number {
    const image = pdf.openImage(bytes)
    const scale = Math.min(1, columnWidth / image.width, columnWidth / image.height)
    const [width, height] = [image.width * scale, image.height * scale]
    const y = room(at, height)
    pdf.image(bytes, margin, y, { width, height })
    return y + height + 6
  }

  function drawing(path: string, box: { width: number; height: number }, at: number): number {
    const scale = columnWidth / box.width
    const y = room(at, box.height * scale)
    pdf.save().translate(margin, y).scale(scale)
    pdf.path(path).lineWidth(3).lineCap('round').lineJoin('round').stroke(ink)
    pdf.restore()
    return y + box.height * scale + 6
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

/** Fits one line of a footer. */
function shortened(text: string): string {
  return text.length <= 100 ? text : `…${text.slice(-99)}`
}

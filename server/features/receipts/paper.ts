import { shadesOf } from '#server/emails/brand.ts'
import { type Run, runsOf, type Weight } from './document-fonts.ts'
import { wrap } from './document-lines.ts'

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

/** The same content gives the same document. */
export async function openPaper(clinic: PaperClinic, title: string, createdAt: Date): Promise<Paper> {
  const color = shadesOf(clinic.color).light

  // a library with fonts: loaded for the first document, not at the start
  const { default: PDFDocument } = await import('pdfkit')
  const pdf = new PDFDocument({
    size: 'LETTER',
    margin,
    lang: 'en',
    displayTitle: true,
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
    room(at, height) {
      if (at + height <= pageHeight - margin) return at
      pdf.addPage()
      return margin
    },
    end() {
      pdf.end()
      return done
    },
  }

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

import { deflateSync } from 'node:zlib'
import PDFDocument from 'pdfkit'
import sharp from 'sharp'
import { describe, expect, it } from 'vitest'
import { type DrawnPage, PdfRefused, pdfLimits, renderPdf } from './render-pdf.ts'

/** A PDF whose pages each contain their number. */
function aPdf(pages: number, options: PDFKit.PDFDocumentOptions = {}): Promise<Uint8Array<ArrayBuffer>> {
  return new Promise((done) => {
    const document = new PDFDocument(options)
    const chunks: Uint8Array[] = []
    document.on('data', (chunk: Uint8Array) => chunks.push(chunk))
    document.on('end', () => done(Uint8Array.from(Buffer.concat(chunks))))
    for (let number = 1; number <= pages; number++) {
      if (number > 1) document.addPage()
      document.text(`This is page ${number}`)
    }
    document.end()
  })
}

const bytesOf = (text: string) => Uint8Array.from(Buffer.from(text))
const refusalOf = (drawing: Promise<number>) =>
  drawing.then(
    () => 'drawn',
    (error: unknown) => (error instanceof PdfRefused ? error.reason : error),
  )

it('draws each page in order, with its text', async () => {
  const pages: DrawnPage[] = []
  const count = await renderPdf(await aPdf(3), async (page) => {
    pages.push(page)
  })
  expect(count).toBe(3)
  expect(pages.map(({ number, text }) => [number, text.trim()])).toEqual([
    [1, 'This is page 1'],
    [2, 'This is page 2'],
    [3, 'This is page 3'],
  ])
  const [first] = pages
  const drawn = Object.entries(first?.pictures ?? {}).map(async ([size, picture]) => {
    const { format, width, height } = await sharp(picture).metadata()
    return [size, format, width, height]
  })
  expect(await Promise.all(drawn)).toEqual([
    ['LARGE', 'webp', 1600, first?.height],
    ['MEDIUM', 'webp', 800, Math.round((first?.height ?? 0) / 2)],
    ['SMALL', 'webp', 200, Math.round((first?.height ?? 0) / 8)],
  ])
}, 60_000)

it('waits for pages that are stored slowly, longer than the thread lives', async () => {
  const kept: number[] = []
  const count = await renderPdf(await aPdf(2), async ({ number }) => {
    await new Promise((done) => setTimeout(done, 400))
    kept.push(number)
  })
  expect([count, kept]).toEqual([2, [1, 2]])
}, 60_000)

it('limits the pixels of a page of any size', async () => {
  const pages: DrawnPage[] = []
  await renderPdf(await aPdf(1, { size: [50, 14_000] }), async (page) => {
    pages.push(page)
  })
  const [{ width = 0, height = 0 } = {}] = pages
  expect(width * height).toBeLessThanOrEqual(pdfLimits.pixelsPerPage)
}, 60_000)

describe('ends with a reason, and frees its thread', () => {
  const nothing = async () => {}
  it.each<[string, string, () => Promise<Uint8Array<ArrayBuffer>>, object]>([
    ['a password', 'encrypted', () => aPdf(1, { userPassword: 'secret' }), {}],
    ['no PDF behind its first line', 'damaged', async () => bytesOf('%PDF-1.7 nothing %%EOF'), {}],
    ['half of a PDF', 'damaged', async () => (await aPdf(2)).slice(0, 400), {}],
    ['nothing at all', 'damaged', async () => bytesOf(' '), {}],
    ['too many pages', 'too_many_pages', () => aPdf(6), { pages: 5 }],
    ['too much time', 'too_slow', () => aPdf(40), { seconds: 0.2 }],
    ['too much memory', 'too_large', () => aPdf(40), { memoryMb: 12 }],
  ])(
    '%s: %s',
    async (_name, reason, pdf, limits) => {
      expect(await refusalOf(renderPdf(await pdf(), nothing, { ...pdfLimits, ...limits }))).toBe(reason)
    },
    120_000,
  )

  it('a page that cannot be stored', async () => {
    const full = new Error('storage')
    const drawing = renderPdf(await aPdf(3), async () => {
      throw full
    })
    expect(await refusalOf(drawing)).toBe(full)
  }, 60_000)
})

describe('a hostile file', () => {
  const page = (extra: string, objects: string) => `%PDF-1.7
1 0 obj <</Type/Catalog/Pages 2 0 R>> endobj
2 0 obj <</Type/Pages/Kids[3 0 R]/Count 1>> endobj
3 0 obj <</Type/Page/Parent 2 0 R/MediaBox[0 0 200 200]${extra}>> endobj
${objects}
trailer <</Root 1 0 R>>
%%EOF`
  const stream = (dictionary: string, content: Buffer) =>
    `<<${dictionary}/Length ${content.length}>> stream\n${content.toString('latin1')}\nendstream`
  const latin = (text: string) => Uint8Array.from(Buffer.from(text, 'latin1'))
  const few = { ...pdfLimits, seconds: 60, growthMb: 100 }

  it.each<[string, string, () => Uint8Array<ArrayBuffer>]>([
    [
      'a stream that unpacks to 300 MB',
      'too_large',
      () => {
        const bomb = deflateSync(Buffer.alloc(300_000_000, ' '))
        return latin(page('/Contents 4 0 R', `4 0 obj ${stream('/Filter/FlateDecode', bomb)} endobj`))
      },
    ],
    [
      'a picture of a billion pixels',
      'drawn',
      () => {
        const image =
          '/Type/XObject/Subtype/Image/Width 32000/Height 32000/ColorSpace/DeviceGray/BitsPerComponent 8'
        return latin(
          page(
            '/Contents 4 0 R/Resources<</XObject<</X 5 0 R>>>>',
            `4 0 obj ${stream('', Buffer.from('200 0 0 200 0 0 cm /X Do'))} endobj
5 0 obj ${stream(`${image}/Filter/FlateDecode`, deflateSync(Buffer.alloc(1_000_000)))} endobj`,
          ),
        )
      },
    ],
    [
      'a form that draws itself',
      'drawn',
      () =>
        latin(
          page(
            '/Contents 4 0 R/Resources<</XObject<</X 5 0 R>>>>',
            `4 0 obj ${stream('', Buffer.from('/X Do'))} endobj
5 0 obj ${stream('/Type/XObject/Subtype/Form/BBox[0 0 9 9]/Resources<</XObject<</X 5 0 R>>>>', Buffer.from('/X Do /X Do'))} endobj`,
          ),
        ),
    ],
    [
      'pages that are their own parents',
      'drawn',
      () =>
        latin(
          '%PDF-1.4\n1 0 obj <</Type/Catalog/Pages 2 0 R>> endobj\n2 0 obj <</Type/Pages/Kids[2 0 R]/Count 9>> endobj\ntrailer <</Root 1 0 R>>',
        ),
    ],
    [
      'half a million operators',
      'too_slow',
      () => latin(page('/Contents 4 0 R', `4 0 obj ${stream('', Buffer.from('q '.repeat(500_000)))} endobj`)),
    ],
  ])(
    '%s: %s',
    async (_name, outcome, pdf) => {
      const seconds = outcome === 'too_slow' ? 2 : few.seconds
      expect(await refusalOf(renderPdf(pdf(), async () => {}, { ...few, seconds }))).toBe(outcome)
    },
    120_000,
  )

  it('draws the next file after all these failures', async () => {
    expect(await refusalOf(renderPdf(await aPdf(1), async () => {}))).toBe('drawn')
  }, 60_000)

  it('refuses 5,000 pages before drawing one', async () => {
    let drawn = 0
    const pdf = await aPdf(5_000)
    const outcome = await refusalOf(
      renderPdf(pdf, async () => {
        drawn += 1
      }),
    )
    expect([outcome, drawn]).toEqual(['too_many_pages', 0])
  }, 120_000)
})

it('runs no scripts of a PDF', async () => {
  const script = `%PDF-1.4
1 0 obj <</Type/Catalog/Pages 2 0 R/OpenAction<</S/JavaScript/JS(app.alert\\(1\\))>>>> endobj
2 0 obj <</Type/Pages/Kids[3 0 R]/Count 1>> endobj
3 0 obj <</Type/Page/Parent 2 0 R/MediaBox[0 0 200 200]/AA<</O<</S/JavaScript/JS(app.alert\\(2\\))>>>>>> endobj
trailer <</Root 1 0 R>>
%%EOF`
  expect(await renderPdf(bytesOf(script), async () => {})).toBe(1)
}, 60_000)

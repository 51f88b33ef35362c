/* The thread that draws one PDF (render-pdf.ts). */
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parentPort, workerData } from 'node:worker_threads'
import { type Canvas, createCanvas } from '@napi-rs/canvas'
import { getDocument, VerbosityLevel } from 'pdfjs-dist/legacy/build/pdf.mjs'
import { thumbnailWidths } from '#domain/presentations/presentations.ts'
import type { PdfLimits, PdfMessage } from './render-pdf.ts'

const { bytes, limits } = workerData as { bytes: Uint8Array; limits: PdfLimits }
const folder = dirname(
  dirname(dirname(fileURLToPath(import.meta.resolve('pdfjs-dist/legacy/build/pdf.mjs')))),
)
const inPackage = (name: string) => `${join(folder, name)}/`

const tell = (message: PdfMessage, transfer: ArrayBuffer[] = []) => parentPort?.postMessage(message, transfer)

async function run(): Promise<void> {
  const opening = getDocument({
    data: bytes,
    standardFontDataUrl: inPackage('standard_fonts'),
    cMapUrl: inPackage('cmaps'),
    wasmUrl: inPackage('wasm'),
    iccUrl: inPackage('iccs'),
    disableFontFace: true,
    useSystemFonts: false,
    enableXfa: false,
    stopAtErrors: false,
    maxImageSize: limits.pixelsPerImage,
    verbosity: VerbosityLevel.ERRORS,
  })
  // called when the file requires a password
  opening.onPassword = () => {
    tell({ kind: 'refused', reason: 'encrypted' })
    void opening.destroy()
  }
  const document = await opening.promise
  const pages = document.numPages
  if (pages === 0) return tell({ kind: 'refused', reason: 'no_pages' })
  if (pages > limits.pages) return tell({ kind: 'refused', reason: 'too_many_pages' })
  tell({ kind: 'opened', pages })
  for (let number = 1; number <= pages; number++) {
    const page = await document.getPage(number)
    const natural = page.getViewport({ scale: 1 })
    const scale = Math.min(
      limits.width / natural.width,
      limits.height / natural.height,
      Math.sqrt(limits.pixelsPerPage / (natural.width * natural.height)),
    )
    const viewport = page.getViewport({ scale })
    const width = Math.max(1, Math.floor(viewport.width))
    const height = Math.max(1, Math.floor(viewport.height))
    const canvas = createCanvas(width, height)
    await page.render({ canvas: canvas as never, viewport, background: '#ffffff' }).promise
    const pictures = {
      LARGE: await webp(canvas),
      MEDIUM: await webp(smaller(canvas, thumbnailWidths.MEDIUM)),
      SMALL: await webp(smaller(canvas, thumbnailWidths.SMALL)),
    }
    const { items } = await page.getTextContent()
    const text = items.map((item) => ('str' in item ? item.str + (item.hasEOL ? '\n' : '') : '')).join('')
    tell({ kind: 'page', number, width, height, text: text.slice(0, limits.textPerPage), pictures }, [
      pictures.LARGE.buffer,
      pictures.MEDIUM.buffer,
      pictures.SMALL.buffer,
    ])
    page.cleanup()
  }
  await opening.destroy()
  tell({ kind: 'done' })
}

function smaller(canvas: Canvas, width: number): Canvas {
  const scale = width / canvas.width
  if (scale >= 1) return canvas
  const small = createCanvas(width, Math.max(1, Math.round(canvas.height * scale)))
  const pen = small.getContext('2d')
  pen.imageSmoothingQuality = 'high'
  pen.drawImage(canvas, 0, 0, small.width, small.height)
  return small
}

async function webp(canvas: Canvas): Promise<Uint8Array<ArrayBuffer>> {
  return Uint8Array.from(await canvas.encode('webp', 80))
}

run().catch((error: unknown) => {
  const name = error instanceof Error ? error.name : ''
  tell({ kind: 'refused', reason: name === 'PasswordException' ? 'encrypted' : 'damaged' })
})

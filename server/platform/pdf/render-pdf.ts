import { Worker } from 'node:worker_threads'
import { type ThumbnailSize, thumbnailWidths } from '#domain/presentations/presentations.ts'

export type PdfRefusal = 'encrypted' | 'damaged' | 'no_pages' | 'too_many_pages' | 'too_slow' | 'too_large'

export class PdfRefused extends Error {
  readonly reason: PdfRefusal

  constructor(reason: PdfRefusal) {
    super(reason)
    this.name = 'PdfRefused'
    this.reason = reason
  }
}

export interface PdfLimits {
  pages: number
  /** Of a drawn page; smaller pages are enlarged. */
  width: number
  /** WebP ends at 16,383. */
  height: number
  pixelsPerPage: number
  /** Of a picture in the file; larger ones are omitted. */
  pixelsPerImage: number
  textPerPage: number
  seconds: number
  /** Of the thread's heap. */
  memoryMb: number
  /** Growth of the process: a file unpacks outside of the heap. */
  growthMb: number
}

export const pdfLimits: PdfLimits = {
  pages: 300,
  width: thumbnailWidths.LARGE,
  height: 10_000,
  pixelsPerPage: 4_000_000,
  pixelsPerImage: 25_000_000,
  textPerPage: 20_000,
  seconds: 120,
  memoryMb: 512,
  growthMb: 1_500,
}

/** With its text for search and screen readers. */
export interface DrawnPage {
  number: number
  width: number
  height: number
  text: string
  /** WebP, at three widths (`thumbnailWidths`) */
  pictures: Record<ThumbnailSize, Uint8Array>
}

export type PdfMessage =
  | { kind: 'opened'; pages: number }
  | ({ kind: 'page' } & DrawnPage)
  | { kind: 'done' }
  | { kind: 'refused'; reason: PdfRefusal }

const watchMs = 100

/** One at a time: each takes a core and the memory above. */
let last: Promise<unknown> = Promise.resolve()

/**
 * Draws a PDF in a thread with limits on pages, pixels, time and memory. Scripts in the file never run.
 * @param bytes are transferred and empty afterwards
 * @param onPage called for each page in order, while the next one is drawn; all calls have completed when this resolves
 * @returns the number of pages
 * @throws PdfRefused; the thread has ended by then
 */
export function renderPdf(
  bytes: Uint8Array<ArrayBuffer>,
  onPage: (page: DrawnPage) => Promise<void>,
  limits: PdfLimits = pdfLimits,
): Promise<number> {
  const mine = last.catch(() => undefined).then(() => render(bytes, onPage, limits))
  last = mine
  return mine
}

function render(
  bytes: Uint8Array<ArrayBuffer>,
  onPage: (page: DrawnPage) => Promise<void>,
  limits: PdfLimits,
): Promise<number> {
  return new Promise((resolve, reject) => {
    const worker = new Worker(new URL('./pdf-worker.ts', import.meta.url), {
      workerData: { bytes, limits },
      transferList: [bytes.buffer],
      resourceLimits: { maxOldGenerationSizeMb: limits.memoryMb },
      // the library's output may contain parts of the file
      stdout: true,
      stderr: true,
    })
    const timer = setTimeout(() => end(() => reject(new PdfRefused('too_slow'))), limits.seconds * 1_000)
    const before = process.memoryUsage.rss()
    const watch = setInterval(() => {
      if (process.memoryUsage.rss() - before > limits.growthMb * 1_000_000)
        end(() => reject(new PdfRefused('too_large')))
    }, watchMs)
    let pages = 0
    let kept: Promise<void> = Promise.resolve()
    let isDrawn = false
    let isOver = false

    function end(settle: () => void): void {
      if (isOver) return
      isOver = true
      clearTimeout(timer)
      clearInterval(watch)
      // settles when the thread has ended
      void worker.terminate().then(settle, settle)
    }

    worker.on('message', (message: PdfMessage) => {
      if (isOver) return
      if (message.kind === 'refused') end(() => reject(new PdfRefused(message.reason)))
      else if (message.kind === 'opened') pages = message.pages
      else if (message.kind === 'page') {
        kept = kept.then(() => onPage(message))
        kept.catch((error: unknown) => end(() => reject(error)))
      } else {
        isDrawn = true
        clearTimeout(timer)
        kept.then(() => end(() => resolve(pages))).catch(() => undefined)
      }
    })
    worker.on('error', (error: NodeJS.ErrnoException) => {
      const reason = error.code === 'ERR_WORKER_OUT_OF_MEMORY' ? 'too_large' : 'damaged'
      end(() => reject(new PdfRefused(reason)))
    })
    // the last pages may still be stored after the thread exits
    worker.on('exit', () => isDrawn || end(() => reject(new PdfRefused('damaged'))))
  })
}

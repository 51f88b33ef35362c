import type { Services } from '#server/clinic/action.ts'
import { defineJob, type JobResult } from '#server/platform/jobs/jobs.ts'
import { PdfRefused, renderPdf } from '#server/platform/pdf/render-pdf.ts'
import { drawPdfJob } from '../content-rules.ts'
import { type DrawnDocument, isFull, storedPages } from './stored-pages.ts'

/**
 * Draws the pages of an uploaded PDF as pictures with their text. A PDF that fails is marked with the reason and stays
 * a file to open. An interrupted job restarts.
 */
export function drawPdf(services: Pick<Services, 'transactions' | 'files' | 'clock' | 'log'>) {
  const { transactions, files, log } = services
  const pages = storedPages(services, 'job:content.draw-pdf')
  return defineJob<DrawnDocument>({
    name: drawPdfJob,
    retryLimit: 3,
    retryDelaySeconds: 60,
    async run(document): Promise<JobResult> {
      const begun = await pages.begin(document)
      if (!begun) return { drawn: false, reason: 'settled before' }
      try {
        const bytes = Uint8Array.from(await files.bytesOf(transactions, document.fileId))
        const count = await renderPdf(bytes, (page) => pages.keep(document, begun.ownerId, page))
        await pages.settle(document, { pages: count })
        return { drawn: true, pages: count }
      } catch (error) {
        const reason = error instanceof PdfRefused ? error.reason : isFull(error) ? 'storage_full' : null
        if (!reason) throw error
        await pages.settle(document, { reason })
        log.info('content.pdf_refused', { fileId: document.fileId, reason })
        return { drawn: false, reason }
      }
    },
    giveUp: (document) => pages.settle(document, { reason: 'damaged' }),
  })
}

import { AppError } from '#domain/errors.ts'
import { type ThumbnailSize, thumbnailWidths } from '#domain/presentations/presentations.ts'
import type { Services } from '#server/platform/action.ts'
import type { Tx } from '#server/platform/database/transactions.ts'
import { defineJob, type JobResult } from '#server/platform/jobs/jobs.ts'
import { type DrawnPage, PdfRefused, renderPdf } from '#server/platform/pdf/render-pdf.ts'
import { drawPdfJob } from './content-rules.ts'

interface Document {
  clinicId: string
  fileId: string
}

/**
 * Draws the pages of an uploaded PDF as pictures with their text. What cannot be drawn is marked with the reason and stays
 * a file to open. A job that was interrupted begins anew.
 */
export function drawPdf(services: Pick<Services, 'transactions' | 'files' | 'clock' | 'log'>) {
  const { transactions, files, clock, log } = services
  const purpose = 'job:content.draw-pdf'

  const settle = (document: Document, result: { pages: number } | { reason: string }) =>
    transactions.withSystem(purpose, (tx) =>
      tx
        .updateTable('content_documents')
        .set({
          ...('pages' in result
            ? { state: 'ready' as const, page_count: result.pages }
            : { state: 'refused' as const, reason: result.reason as 'damaged' }),
          updated_at: clock.now(),
        })
        .where('clinic_id', '=', document.clinicId)
        .where('file_id', '=', document.fileId)
        .execute(),
    )

  return defineJob<Document>({
    name: drawPdfJob,
    retryLimit: 3,
    retryDelaySeconds: 60,
    async run(document): Promise<JobResult> {
      const ownerId = await transactions.withSystem(purpose, async (tx) => {
        const owner = await waitingOwner(tx, document)
        if (owner) await removePages(tx, document, (fileId) => files.remove(tx, fileId))
        return owner
      })
      if (!ownerId) return { drawn: false, reason: 'settled before' }

      const keepPage = async ({ number, width, height, text, pictures }: DrawnPage): Promise<void> => {
        const keep = (size: ThumbnailSize) => {
          const scale = Math.min(1, thumbnailWidths[size] / width)
          return files.keep(transactions, {
            kind: 'content_page',
            clinicId: document.clinicId,
            ownerId,
            name: `page-${number}-${size.toLowerCase()}.webp`,
            mediaType: 'image/webp',
            width: Math.round(width * scale),
            height: Math.max(1, Math.round(height * scale)),
            bytes: pictures[size],
          })
        }
        const [large, medium, small] = await Promise.all([keep('LARGE'), keep('MEDIUM'), keep('SMALL')])
        await transactions.withSystem(purpose, (tx) =>
          tx
            .insertInto('content_pages')
            .values({
              clinic_id: document.clinicId,
              document_id: document.fileId,
              number,
              file_id: large,
              medium_file_id: medium,
              small_file_id: small,
              width,
              height,
              text: storable(text),
            })
            .execute(),
        )
      }

      try {
        const bytes = Uint8Array.from(await files.bytesOf(transactions, document.fileId))
        const pages = await renderPdf(bytes, keepPage)
        await settle(document, { pages })
        return { drawn: true, pages }
      } catch (error) {
        const reason = reasonOf(error)
        if (!reason) throw error
        await transactions.withSystem(purpose, (tx) =>
          removePages(tx, document, (fileId) => files.remove(tx, fileId)),
        )
        await settle(document, { reason })
        log.info('content.pdf_refused', { fileId: document.fileId, reason })
        return { drawn: false, reason }
      }
    },
  })
}

function reasonOf(error: unknown): string | null {
  if (error instanceof PdfRefused) return error.reason
  return error instanceof AppError && error.code === 'storage_full' ? 'storage_full' : null
}

/** Who uploaded the document; null once it is settled, or gone. */
async function waitingOwner(tx: Tx, { clinicId, fileId }: Document): Promise<string | null> {
  const row = await tx
    .selectFrom('content_documents as d')
    .innerJoin('files as f', 'f.id', 'd.file_id')
    .select('f.owner_id')
    .where('d.clinic_id', '=', clinicId)
    .where('d.file_id', '=', fileId)
    .where('d.state', '=', 'waiting')
    .forUpdate('d')
    .executeTakeFirst()
  return row?.owner_id ?? null
}

/** What an interrupted job left behind. */
async function removePages(
  tx: Tx,
  { clinicId, fileId }: Document,
  remove: (fileId: string) => Promise<void>,
): Promise<void> {
  const pages = await tx
    .deleteFrom('content_pages')
    .where('clinic_id', '=', clinicId)
    .where('document_id', '=', fileId)
    .returning(['file_id', 'medium_file_id', 'small_file_id'])
    .execute()
  for (const page of pages) for (const fileId of Object.values(page)) await remove(fileId)
}

/** Lines stay lines; what the database cannot store goes. */
function storable(text: string): string {
  return text
    .toWellFormed()
    .replace(/[^\P{Cc}\n\t]/gu, '')
    .slice(0, 20_000)
}

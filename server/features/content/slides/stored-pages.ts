import { AppError } from '#domain/errors.ts'
import { type ThumbnailSize, thumbnailWidths } from '#domain/presentations/presentations.ts'
import type { Services } from '#server/clinic/action.ts'
import type { Tx } from '#server/platform/database/transactions.ts'
import type { DrawnPage } from '#server/platform/pdf/render-pdf.ts'

export interface DrawnDocument {
  clinicId: string
  fileId: string
}

export interface PageToKeep extends DrawnPage {
  /** For the team. */
  notes?: string
  externalId?: string
}

/**
 * Stores drawn pages of documents as files.
 * @param purpose of the job
 */
export function storedPages(services: Pick<Services, 'transactions' | 'files' | 'clock'>, purpose: string) {
  const { transactions, files, clock } = services
  return {
    /**
     * Starts, and removes what an interrupted job left.
     * @returns null if the document is done or deleted
     */
    begin: (document: DrawnDocument) =>
      transactions.withSystem(purpose, async (tx) => {
        const found = await waiting(tx, document)
        if (found) await removePages(tx, document, (fileId) => files.remove(tx, document.clinicId, fileId))
        return found
      }),

    /** @throws AppError `storage_full` */
    async keep(document: DrawnDocument, ownerId: string, page: PageToKeep): Promise<void> {
      const { number, width, height, text, pictures, notes = '', externalId = null } = page
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
            text: storable(text, 20_000),
            notes: storable(notes, 4_000),
            external_id: externalId,
          })
          .execute(),
      )
    },

    async settle(document: DrawnDocument, result: { pages: number } | { reason: string }): Promise<void> {
      await transactions.withSystem(purpose, async (tx) => {
        if ('reason' in result)
          await removePages(tx, document, (fileId) => files.remove(tx, document.clinicId, fileId))
        await tx
          .updateTable('content_documents')
          .set({
            ...('pages' in result
              ? { state: 'ready' as const, page_count: result.pages }
              : { state: 'refused' as const, reason: result.reason as 'damaged' }),
            updated_at: clock.now(),
          })
          .where('clinic_id', '=', document.clinicId)
          .where('file_id', '=', document.fileId)
          .execute()
      })
    },
  }
}

export function isFull(error: unknown): boolean {
  return error instanceof AppError && error.code === 'storage_full'
}

async function waiting(
  tx: Tx,
  { clinicId, fileId }: DrawnDocument,
): Promise<{ ownerId: string; externalId: string | null } | null> {
  const row = await tx
    .selectFrom('content_documents as d')
    .innerJoin('files as f', 'f.id', 'd.file_id')
    .select(['f.owner_id', 'd.external_id'])
    .where('d.clinic_id', '=', clinicId)
    .where('d.file_id', '=', fileId)
    .where('d.state', '=', 'waiting')
    .forUpdate('d')
    .executeTakeFirst()
  return row?.owner_id ? { ownerId: row.owner_id, externalId: row.external_id } : null
}

async function removePages(
  tx: Tx,
  { clinicId, fileId }: DrawnDocument,
  remove: (fileId: string) => Promise<void>,
): Promise<void> {
  const pages = await tx
    .deleteFrom('content_pages')
    .where('clinic_id', '=', clinicId)
    .where('document_id', '=', fileId)
    .returning(['file_id', 'medium_file_id', 'small_file_id'])
    .execute()
  for (const page of pages) for (const picture of Object.values(page)) await remove(picture)
}

/** Preserves line breaks and removes what the database cannot store. */
function storable(text: string, most: number): string {
  return text
    .toWellFormed()
    .replace(/[^\P{Cc}\n\t]/gu, '')
    .slice(0, most)
    .toWellFormed()
}

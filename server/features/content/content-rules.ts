import type { ContentFileKind } from '#domain/content/body.ts'
import { isCategory } from '#domain/content/content.ts'
import { AppError } from '#domain/errors.ts'
import { contentTexts } from '#domain/texts/content.ts'
import type { ClinicCtx } from '#server/clinic/action.ts'
import type { Tx } from '#server/platform/database/transactions.ts'

const texts = contentTexts.validation

export const drawPdfJob = 'content.draw-pdf'
export const drawGoogleSlidesJob = 'content.draw-google-slides'

/**
 * Locks an item of the clinic.
 * @throws AppError `not_found`
 */
export async function lockItem(tx: Tx, clinicId: string, itemId: string, isDeleted = false) {
  const item = await tx
    .selectFrom('content_items')
    .selectAll()
    .where('clinic_id', '=', clinicId)
    .where('id', '=', itemId)
    .where('deleted_at', isDeleted ? 'is not' : 'is', null)
    .forUpdate()
    .executeTakeFirst()
  if (!item) throw new AppError('not_found')
  return item
}

/** @throws AppError `invalid_input` at `category` */
export async function requireCategory(tx: Tx, clinicId: string, category: string): Promise<void> {
  if (isCategory(category, await ownCategories(tx, clinicId))) return
  throw new AppError('invalid_input', { fields: [{ path: 'category', message: texts.categoryUnknown }] })
}

export async function ownCategories(tx: Tx, clinicId: string): Promise<string[]> {
  const rows = await tx
    .selectFrom('content_categories')
    .select('name')
    .where('clinic_id', '=', clinicId)
    .execute()
  return rows.map(({ name }) => name)
}

/**
 * Adds uploaded files to the clinic's content. Files in use may be used again.
 * @param files as `filesIn` returns them
 * @param fieldOf the field that uses a file
 * @throws AppError `invalid_input` at that field for another clinic's file, another kind, or another member's upload;
 * `file_not_ready`
 */
export async function useFiles(
  tx: Tx,
  ctx: ClinicCtx,
  files: ReadonlyMap<string, ContentFileKind>,
  fieldOf: (fileId: string) => string,
): Promise<void> {
  if (files.size === 0) return
  const found = await tx
    .selectFrom('files')
    .select(['id', 'kind', 'attached_at'])
    .where('clinic_id', '=', ctx.clinicId)
    .where('id', 'in', [...files.keys()])
    .execute()
  const refuse = (fileId: string) => {
    throw new AppError('invalid_input', { fields: [{ path: fieldOf(fileId), message: texts.wrongFile }] })
  }
  for (const [fileId, kind] of files) {
    const file = found.find(({ id }) => id === fileId)
    // an import has pages as a PDF has
    if (kind === 'content_pdf' && file?.kind === 'content_import') continue
    if (file?.kind !== kind) refuse(fileId)
    if (file?.attached_at) continue
    const upload = { fileId, kind, ownerId: ctx.userId, clinicId: ctx.clinicId }
    await ctx.files.attach(tx, upload).catch((error: unknown) => {
      if (error instanceof AppError && error.code === 'not_found') refuse(fileId)
      throw error
    })
    if (kind === 'content_pdf') await drawPages(tx, ctx, fileId)
  }
}

async function drawPages(tx: Tx, ctx: ClinicCtx, fileId: string): Promise<void> {
  const at = ctx.now()
  await tx
    .insertInto('content_documents')
    .values({ clinic_id: ctx.clinicId, file_id: fileId, created_at: at, updated_at: at })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
  await ctx.jobs.enqueue(tx, drawPdfJob, { clinicId: ctx.clinicId, fileId }, { once: fileId })
}

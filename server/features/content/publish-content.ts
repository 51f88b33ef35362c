import { type ContentBody, filesIn, forPatients, missingIn } from '#domain/content/body.ts'
import { publishContentInput } from '#domain/content/content.ts'
import { AppError } from '#domain/errors.ts'
import { contentTexts } from '#domain/texts/content.ts'
import { action, type ClinicCtx } from '#server/clinic/action.ts'
import { audit } from '#server/clinic/audit.ts'
import { asSystem, type Tx } from '#server/platform/database/transactions.ts'
import { lockItem } from './content-rules.ts'

/**
 * Publishes the working copy of content as a new version for patients. No effect if it is published already.
 * @returns the number of the version
 * @throws AppError `not_found`; `changed_elsewhere`
 * @throws AppError `content_status_unfit` if archived; `content_unchecked` for a copied example unless `isChecked`
 * @throws AppError `content_unfinished` with what is missing by field (`missingIn`)
 */
export const publishContent = action({
  name: 'publish-content',
  input: publishContentInput,
  access: 'content:write',
  async run(tx, ctx, { itemId, version, isChecked }): Promise<{ number: number }> {
    const item = await asSystem(tx, () => lockItem(tx, ctx.clinicId, itemId))
    const current = await currentNumber(tx, ctx.clinicId, itemId)
    if (item.version !== version) throw new AppError('changed_elsewhere')
    if (item.status === 'archived') throw new AppError('content_status_unfit')
    if (item.status === 'published' && !item.has_unpublished_changes) return { number: current }
    if (item.is_unchecked_example && !isChecked) throw new AppError('content_unchecked')
    const body = item.body as unknown as ContentBody
    const fields = missingIn(body)
    if (fields.length > 0) throw new AppError('content_unfinished', { fields })

    const files = await versionFiles(tx, ctx.clinicId, forPatients(body).body, item.cover_file_id)
    return asSystem(tx, async () => {
      const at = ctx.now()
      const number = current + 1
      await addVersion(tx, ctx, { ...item, body, files }, number)
      await tx
        .updateTable('content_items')
        .set({
          status: 'published',
          published_at: item.published_at ?? at,
          has_unpublished_changes: false,
          is_unchecked_example: false,
        })
        .where('clinic_id', '=', ctx.clinicId)
        .where('id', '=', itemId)
        .execute()
      await audit(
        tx,
        'content.published',
        { type: 'content', id: itemId },
        { number, ...(item.is_unchecked_example && { checked: true }) },
      )
      return { number }
    })
  },
})

async function currentNumber(tx: Tx, clinicId: string, itemId: string): Promise<number> {
  const version = await tx
    .selectFrom('content_versions')
    .select('number')
    .where('clinic_id', '=', clinicId)
    .where('item_id', '=', itemId)
    .where('superseded_at', 'is', null)
    .executeTakeFirst()
  return version?.number ?? 0
}

interface Publishable {
  id: string
  type: string
  title: string
  category: string
  description: string
  body: ContentBody
  cover_file_id: string | null
  read_minutes: number
  files: readonly string[]
}

async function addVersion(tx: Tx, ctx: ClinicCtx, item: Publishable, number: number): Promise<void> {
  const { clinicId } = ctx
  const at = ctx.now()
  const { body, notes } = forPatients(item.body)
  await tx
    .updateTable('content_versions')
    .set({ superseded_at: at })
    .where('clinic_id', '=', clinicId)
    .where('item_id', '=', item.id)
    .where('superseded_at', 'is', null)
    .execute()
  const { id: versionId } = await tx
    .insertInto('content_versions')
    .values({
      clinic_id: clinicId,
      item_id: item.id,
      number,
      type: item.type as ContentBody['type'],
      title: item.title,
      category: item.category,
      description: item.description,
      body: JSON.stringify(body),
      team_notes: notes && JSON.stringify(notes),
      cover_file_id: item.cover_file_id,
      read_minutes: item.read_minutes,
      published_by: ctx.userId,
      published_at: at,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  if (item.files.length === 0) return
  await tx
    .insertInto('content_version_files')
    .values(item.files.map((file_id) => ({ clinic_id: clinicId, version_id: versionId, file_id })))
    .execute()
}

/** The files for readers of a version: of a presentation its shown pages, without the PDF. */
async function versionFiles(
  tx: Tx,
  clinicId: string,
  body: ContentBody,
  coverFileId: string | null,
): Promise<string[]> {
  const files = filesIn(body, coverFileId)
  if (body.type !== 'presentation') return [...files.keys()]
  const shown = body.slides.filter((slide) => slide.kind === 'page')
  if (shown.length === 0) return [...files.keys()]
  const pages = await tx
    .selectFrom('content_pages')
    .select(['document_id', 'number', 'file_id', 'medium_file_id', 'small_file_id'])
    .where('clinic_id', '=', clinicId)
    .where('document_id', 'in', [...new Set(shown.map(({ documentId }) => documentId))])
    .execute()
  const isShown = new Set(shown.map(({ documentId, page }) => `${documentId} ${page}`))
  const drawn = pages.filter((page) => isShown.has(`${page.document_id} ${page.number}`))
  if (drawn.length < isShown.size) {
    const message = contentTexts.validation.stillImporting
    throw new AppError('content_unfinished', { fields: [{ path: 'body.slides', message }] })
  }
  return [
    ...[...files].filter(([, kind]) => kind !== 'content_pdf').map(([fileId]) => fileId),
    ...drawn.flatMap((page) => [page.file_id, page.medium_file_id, page.small_file_id]),
  ]
}

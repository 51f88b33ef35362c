import { type ContentBody, filesIn, readMinutes } from '#domain/content/body.ts'
import { isCategory, startCategories } from '#domain/content/content.ts'
import { copySharedInput } from '#domain/content/sharing.ts'
import { AppError } from '#domain/errors.ts'
import { type ClinicCtx, outwardAction } from '#server/clinic/action.ts'
import { audit } from '#server/clinic/audit.ts'
import { asSystem, type Tx } from '#server/platform/database/transactions.ts'
import { requireFeature } from '../clinic-tier/tier-features.ts'
import { ownCategories } from './content-rules.ts'
import { sharingClinics } from './sharing-clinics.ts'

/**
 * Copies content that another clinic shares into a draft of the caller's clinic, with its own files and without team
 * notes. Later changes at the other clinic do not reach the copy.
 * @throws AppError `not_found` if not published or not shared; `storage_full`, `clinic_tier_lacks_feature`
 */
export const copySharedContent = outwardAction({
  name: 'copy-shared-content',
  input: copySharedInput,
  access: 'content:write',
  system: 'another clinic’s library is readable to no caller',
  async run(ctx, { itemId }): Promise<{ itemId: string }> {
    const { version, body, own } = await asActor(ctx, async (tx) => {
      const version = await sharedVersion(tx, ctx.clinicId, itemId)
      const body = version.body as unknown as ContentBody
      if (body.type === 'presentation')
        await requireFeature(tx, ctx.clinicId, 'advanced_education', { now: ctx.now(), path: '' })
      return { version, body, own: await ownCategories(tx, ctx.clinicId) }
    })
    const copies = new Map<string, string>()
    for (const [fileId, kind] of filesIn(body, version.cover_file_id)) {
      const from = { clinicId: version.clinic_id, fileId }
      const copy = await ctx.files.copy(ctx.transactions, from, {
        clinicId: ctx.clinicId,
        ownerId: ctx.userId,
      })
      copies.set(fileId, copy)
      if (kind === 'content_pdf')
        await copyPages(ctx, { fromClinicId: version.clinic_id, from: fileId, to: copy })
    }
    // ids are unique, so replacing them in the serialized body is safe
    let text = JSON.stringify(body)
    for (const [from, to] of copies) text = text.replaceAll(from, to)
    const category = isCategory(version.category, own) ? version.category : (startCategories[0] ?? '')
    return asActor(ctx, async (tx) => {
      const at = ctx.now()
      const { id } = await tx
        .insertInto('content_items')
        .values({
          clinic_id: ctx.clinicId,
          type: body.type,
          title: version.title,
          category,
          description: version.description,
          body: text,
          cover_file_id: version.cover_file_id && (copies.get(version.cover_file_id) ?? null),
          read_minutes: readMinutes(body),
          author_id: ctx.userId,
          changed_by: ctx.userId,
          created_at: at,
          updated_at: at,
        })
        .returning('id')
        .executeTakeFirstOrThrow()
      await audit(tx, 'content.copied_from_library', { type: 'content', id })
      return { itemId: id }
    })
  },
})

function asActor<Result>(ctx: ClinicCtx, run: (tx: Tx) => Promise<Result>): Promise<Result> {
  return ctx.transactions.withActor(ctx.caller, (tx) => asSystem(tx, () => run(tx)))
}

async function sharedVersion(tx: Tx, clinicId: string, itemId: string) {
  const sharing = await sharingClinics(tx, clinicId)
  if (sharing.length === 0) throw new AppError('not_found')
  const ids = sharing.map((clinic) => clinic.clinicId)
  const version = await tx
    .selectFrom('content_versions as v')
    .innerJoin('content_items as i', (join) =>
      join.onRef('i.clinic_id', '=', 'v.clinic_id').onRef('i.id', '=', 'v.item_id'),
    )
    .select(['v.clinic_id', 'v.title', 'v.category', 'v.description', 'v.body', 'v.cover_file_id'])
    .where('v.clinic_id', 'in', ids)
    .where('i.clinic_id', 'in', ids)
    .where('v.item_id', '=', itemId)
    .where('v.superseded_at', 'is', null)
    .where('i.status', '=', 'published')
    .where('i.deleted_at', 'is', null)
    .executeTakeFirst()
  if (!version) throw new AppError('not_found')
  return version
}

async function copyPages(
  ctx: ClinicCtx,
  { fromClinicId, from, to }: { fromClinicId: string; from: string; to: string },
): Promise<void> {
  const { clinicId } = ctx
  const { document, pages } = await asActor(ctx, async (tx) => ({
    document: await tx
      .selectFrom('content_documents')
      .select(['state', 'reason', 'page_count'])
      .where('clinic_id', '=', fromClinicId)
      .where('file_id', '=', from)
      .executeTakeFirst(),
    pages: await tx
      .selectFrom('content_pages')
      .select(['number', 'file_id', 'medium_file_id', 'small_file_id', 'width', 'height', 'text'])
      .where('clinic_id', '=', fromClinicId)
      .where('document_id', '=', from)
      .orderBy('number')
      .execute(),
  }))
  if (!document || document.state === 'waiting') return
  const owner = { clinicId, ownerId: ctx.userId }
  const at = ctx.now()
  await asActor(ctx, (tx) =>
    tx
      .insertInto('content_documents')
      .values({ ...document, clinic_id: clinicId, file_id: to, created_at: at, updated_at: at })
      .execute(),
  )
  for (const { file_id, medium_file_id, small_file_id, ...page } of pages) {
    const [large, medium, small] = await Promise.all(
      [file_id, medium_file_id, small_file_id].map((each) =>
        ctx.files.copy(ctx.transactions, { clinicId: fromClinicId, fileId: each }, owner),
      ),
    )
    await asActor(ctx, (tx) =>
      tx
        .insertInto('content_pages')
        .values({
          ...page,
          clinic_id: clinicId,
          document_id: to,
          file_id: large ?? '',
          medium_file_id: medium ?? '',
          small_file_id: small ?? '',
        })
        .execute(),
    )
  }
}

import { AppError } from '#domain/errors.ts'
import type { ClinicCtx } from '#server/clinic/action.ts'
import type { Tx } from '#server/platform/database/transactions.ts'
import { type SeenPresentation, slidesIn } from './slides-of.ts'

/**
 * Presentations that the caller may see, newest first: current published versions; for the team also drafts, for a
 * guardian the given one. Not `asSystem`, because row-level security decides.
 * @param only one of them; `isDraft`: for the team its working copy
 * @throws AppError `clinic_missing`; `email_not_confirmed` for a patient; `not_allowed` unless a patient or of the team
 */
export async function seenPresentations(
  tx: Tx,
  { clinicId, actor }: ClinicCtx,
  only?: { itemId: string; isDraft: boolean; versionId?: string | undefined },
): Promise<SeenPresentation[]> {
  if (!clinicId) throw new AppError('clinic_missing')
  if (actor.guardianAccess && only) return readVersion(tx, clinicId, only.itemId)
  if (!actor.role) throw new AppError(actor.emailConfirmed ? 'not_allowed' : 'email_not_confirmed')
  if (actor.role === 'patient' && !actor.patientId) throw new AppError('not_allowed')
  const isTeam = actor.role !== 'patient'
  if (isTeam && only?.isDraft) return workingCopies(tx, clinicId, only.itemId)
  if (only && (!isTeam || only.versionId))
    return readVersion(tx, clinicId, only.itemId, isTeam ? only.versionId : undefined)
  const published = await tx
    .selectFrom('content_versions as v')
    .innerJoin('content_items as i', (join) =>
      join.onRef('i.clinic_id', '=', 'v.clinic_id').onRef('i.id', '=', 'v.item_id'),
    )
    .select(['v.item_id', 'v.title', 'v.body', 'i.is_featured'])
    .where('v.clinic_id', '=', clinicId)
    .where('v.type', '=', 'presentation')
    .where('v.superseded_at', 'is', null)
    .where('i.status', '=', 'published')
    .$if(only !== undefined, (query) => query.where('v.item_id', '=', only?.itemId ?? ''))
    .orderBy('v.published_at', 'desc')
    .orderBy('v.item_id')
    .execute()
  const seen = published.map(({ item_id, title, body, is_featured }) => ({
    itemId: item_id,
    title,
    slides: slidesIn(body),
    isFeatured: is_featured,
    isPublished: true,
  }))
  if (!isTeam || (only && seen.length > 0)) return seen
  return [...seen, ...(await workingCopies(tx, clinicId, only?.itemId))]
}

/**
 * The given version for the team; for a patient the assigned open one, else the newest readable, as in the Learning
 * Center.
 */
async function readVersion(
  tx: Tx,
  clinicId: string,
  itemId: string,
  versionId?: string,
): Promise<SeenPresentation[]> {
  const rows = await tx
    .selectFrom('content_versions as v')
    .leftJoin('lesson_assignments as a', (join) =>
      join.onRef('a.clinic_id', '=', 'v.clinic_id').onRef('a.version_id', '=', 'v.id'),
    )
    .select(['v.item_id', 'v.title', 'v.body'])
    .where('v.clinic_id', '=', clinicId)
    .where('v.item_id', '=', itemId)
    .where('v.type', '=', 'presentation')
    .$if(versionId !== undefined, (query) => query.where('v.id', '=', versionId ?? ''))
    .orderBy((eb) => eb.and([eb('a.id', 'is not', null), eb('a.completed_at', 'is', null)]), 'desc')
    .orderBy('v.number', 'desc')
    .limit(1)
    .execute()
  return rows.map(({ item_id, title, body }) => ({
    itemId: item_id,
    title,
    slides: slidesIn(body),
    isFeatured: false,
    isPublished: true,
  }))
}

/** The working copy of the given one, or all drafts. */
async function workingCopies(tx: Tx, clinicId: string, itemId?: string): Promise<SeenPresentation[]> {
  const rows = await tx
    .selectFrom('content_items')
    .select(['id', 'title', 'body'])
    .where('clinic_id', '=', clinicId)
    .where('type', '=', 'presentation')
    .$if(itemId === undefined, (query) => query.where('status', '=', 'draft'))
    .$if(itemId !== undefined, (query) => query.where('id', '=', itemId ?? ''))
    .orderBy('created_at', 'desc')
    .orderBy('id')
    .execute()
  return rows.map(({ id, title, body }) => ({
    itemId: id,
    title,
    slides: slidesIn(body),
    isFeatured: false,
    isPublished: false,
  }))
}

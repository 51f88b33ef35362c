import type { CarePlanParts } from '#domain/care-plans/care-plans.ts'
import { AppError } from '#domain/errors.ts'
import { carePlanTexts } from '#domain/texts/care-plans.ts'
import type { Tx } from '#server/platform/database/transactions.ts'

export function lessonsOf(body: unknown): string[] {
  const themes = (body as Pick<CarePlanParts, 'themes'> | undefined)?.themes ?? []
  return themes.flatMap(({ lessonIds }) => lessonIds)
}

/**
 * Requires lessons that are new to a plan to be published by its clinic.
 * @param before lessons of the stored plan, which may be archived since
 * @throws AppError `invalid_input` at the theme
 */
export async function requireLessons(
  tx: Tx,
  clinicId: string,
  { themes }: Pick<CarePlanParts, 'themes'>,
  before: readonly string[],
): Promise<void> {
  const added = [...new Set(themes.flatMap(({ lessonIds }) => lessonIds))].filter(
    (id) => !before.includes(id),
  )
  if (added.length === 0) return
  const known = await tx
    .selectFrom('content_items')
    .select('id')
    .where('clinic_id', '=', clinicId)
    .where('id', 'in', added)
    .where('status', '=', 'published')
    .where('deleted_at', 'is', null)
    .execute()
  const fields = themes.flatMap(({ lessonIds }, at) =>
    lessonIds.some((id) => added.includes(id) && !known.some((each) => each.id === id))
      ? [{ path: `themes.${at}.lessonIds`, message: carePlanTexts.validation.lesson }]
      : [],
  )
  if (fields.length > 0) throw new AppError('invalid_input', { fields })
}

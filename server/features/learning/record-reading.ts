import { sql } from 'kysely'
import { recordReadingInput } from '#domain/learning/learning.ts'
import { action } from '#server/clinic/action.ts'
import { requireOwnRecord } from '#server/clinic/own-record.ts'
import { asSystem } from '#server/platform/database/transactions.ts'
import { requireReadable } from './readable.ts'
import { bodyOf, storeReadingPlace } from './reading-place.ts'

/**
 * Records that a patient has content open: counts one view per day in the clinic's time zone, and stores the place.
 * Completes a video once enough of it was played. Returns nothing, so no second step is required.
 * @throws AppError `not_allowed` for the team; `email_not_confirmed`, `not_found`
 */
export const recordReading = action({
  name: 'record-reading',
  input: recordReadingInput,
  access: 'signed-in',
  async run(tx, ctx, { itemId, position, seen, watched }): Promise<{ success: true }> {
    const patientId = requireOwnRecord(ctx)
    const { clinicId } = ctx
    const versionId = await requireReadable(tx, clinicId, itemId)
    const reader = { clinicId, patientId, itemId, versionId }
    const body = position === undefined ? null : await bodyOf(tx, reader)
    return asSystem(tx, async () => {
      const at = ctx.now()
      await sql`insert into public.content_views (clinic_id, item_id, patient_id, viewed_on, viewed_at)
        select c.id, ${itemId}, ${patientId}, (${at}::timestamptz at time zone c.time_zone)::date, ${at}
          from public.clinics c where c.id = ${clinicId}
        on conflict do nothing`.execute(tx)
      if (body && position !== undefined)
        await storeReadingPlace(tx, reader, body, { position, seen, watched }, at)
      return { success: true }
    })
  },
})

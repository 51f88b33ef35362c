import type { NotSaved } from '#domain/appointments/affected-visits.ts'
import { saveAppointmentTypeInput } from '#domain/appointments/scheduling.ts'
import { AppError } from '#domain/errors.ts'
import { schedulingTexts } from '#domain/texts/scheduling.ts'
import { action } from '#server/clinic/action.ts'
import { audit } from '#server/clinic/audit.ts'
import { lockClinic } from '#server/clinic/lock-clinic.ts'
import { nextVersion } from '#server/clinic/own-record.ts'
import { asSystem, type Tx } from '#server/platform/database/transactions.ts'
import { unlessVisitsAffected } from './affected-visits.ts'

/**
 * Adds or changes a type of visit. Booked visits stay unchanged.
 * @returns `affected`, with nothing written, while the caller has not confirmed visits ahead that the type no longer fits
 * @throws AppError `not_allowed`, `not_found`, `changed_elsewhere`; `invalid_input` at `plans` for an unknown plan
 */
export const saveAppointmentType = action({
  name: 'save-appointment-type',
  input: saveAppointmentTypeInput,
  access: 'scheduling:write',
  async run(tx, ctx, input): Promise<{ key: string; version: number } | NotSaved> {
    const { clinicId } = ctx
    await lockClinic(tx, clinicId)
    const before = input.key
      ? await tx
          .selectFrom('appointment_types')
          .select(['key', 'version', 'duration_minutes', 'is_active'])
          .where('clinic_id', '=', clinicId)
          .where('key', '=', input.key)
          .executeTakeFirst()
      : undefined
    if (input.key && !before) throw new AppError('not_found')
    const row = {
      name: input.name,
      duration_minutes: input.durationMinutes,
      before_minutes: input.beforeMinutes,
      after_minutes: input.afterMinutes,
      place: input.place,
      video_link: input.videoLink || null,
      patients_book: input.patientsBook,
      min_notice_minutes: input.minNoticeMinutes,
      max_notice_days: input.maxNoticeDays,
      cancel_window_hours: input.cancelWindowHours,
      cancel_policy: input.cancelPolicy,
      late_cancel_fee_cents: input.lateCancelFeeCents,
      no_show_fee_cents: input.noShowFeeCents,
      fee_text: input.feeText,
      bring: input.bring,
      is_active: input.isActive,
      version: nextVersion(input.version, before),
      updated_at: ctx.now(),
    }
    // not from the name, which may change
    const key = before?.key ?? `t${crypto.randomUUID()}`
    const save = () =>
      asSystem(tx, async () => {
        if (before) {
          await tx
            .updateTable('appointment_types')
            .set(row)
            .where('clinic_id', '=', clinicId)
            .where('key', '=', key)
            .execute()
        } else {
          await tx
            .insertInto('appointment_types')
            .values({ clinic_id: clinicId, key, ...row, position: 100, created_at: ctx.now() })
            .execute()
        }
        await savePlans(tx, clinicId, key, input.plans)
        await audit(tx, 'schedule.type_saved', { type: 'appointment_type', id: key }, {}, clinicId)
        return { key, version: row.version }
      })
    const isNarrower =
      before && (before.duration_minutes !== row.duration_minutes || (before.is_active && !row.is_active))
    const { confirmed } = input
    return isNarrower ? unlessVisitsAffected(tx, ctx, { typeKey: key, confirmed }, save) : save()
  },
})

async function savePlans(tx: Tx, clinicId: string, key: string, plans: string[]): Promise<void> {
  const wanted = [...new Set(plans)]
  await tx
    .deleteFrom('appointment_type_plans')
    .where('clinic_id', '=', clinicId)
    .where('type_key', '=', key)
    .execute()
  if (wanted.length === 0) return
  const { numInsertedOrUpdatedRows } = await tx
    .insertInto('appointment_type_plans')
    .columns(['clinic_id', 'type_key', 'plan_id'])
    .expression((from) =>
      from
        .selectFrom('plans')
        .select((row) => ['clinic_id', row.val(key).as('type_key'), 'id as plan_id'])
        .where('clinic_id', '=', clinicId)
        .where('id', 'in', wanted),
    )
    .executeTakeFirstOrThrow()
  if (Number(numInsertedOrUpdatedRows) !== wanted.length)
    throw new AppError('invalid_input', { fields: [{ path: 'plans', message: schedulingTexts.planUnknown }] })
}

import { schedulingSettingsInput } from '#domain/appointments/scheduling.ts'
import type { SavedVersion } from '#domain/versions.ts'
import { action } from '#server/clinic/action.ts'
import { audit } from '#server/clinic/audit.ts'
import { lockClinic } from '#server/clinic/lock-clinic.ts'
import { nextVersion } from '#server/clinic/own-record.ts'
import { asSystem } from '#server/platform/database/transactions.ts'

/**
 * Saves the clinic's location for patients, and whether providers' calendars show patients' names. Absent fields stay
 * unchanged.
 * @throws AppError `not_allowed`, `changed_elsewhere`
 */
export const saveSchedulingSettings = action({
  name: 'save-scheduling-settings',
  input: schedulingSettingsInput,
  access: 'scheduling:write',
  async run(tx, ctx, { version: seen, ...settings }): Promise<SavedVersion> {
    const { clinicId } = ctx
    await lockClinic(tx, clinicId)
    const saved = await tx
      .selectFrom('scheduling_settings')
      .select('version')
      .where('clinic_id', '=', clinicId)
      .executeTakeFirst()
    const { calendarNames, visitAddress, directions } = settings
    const row = {
      ...(calendarNames !== undefined && { calendar_names: calendarNames }),
      ...(visitAddress !== undefined && { visit_address: visitAddress }),
      ...(directions !== undefined && { directions }),
      version: nextVersion(seen, saved),
      updated_at: ctx.now(),
    }
    return asSystem(tx, async () => {
      await tx
        .insertInto('scheduling_settings')
        .values({ clinic_id: clinicId, ...row })
        .onConflict((conflict) => conflict.column('clinic_id').doUpdateSet(row))
        .execute()
      await audit(tx, 'schedule.settings_saved', { type: 'clinic', id: clinicId }, settings, clinicId)
      return { version: row.version }
    })
  },
})

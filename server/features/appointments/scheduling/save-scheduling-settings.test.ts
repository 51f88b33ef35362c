import { expect, it } from 'vitest'
import { setUpServices } from '#testing/set-up.ts'
import { aClinic } from '#testing/sign-in/people.ts'
import { saveSchedulingSettings } from './save-scheduling-settings.ts'

const test = await setUpServices()

it('refuses an outdated save, and is audited', async () => {
  const clinic = await aClinic(test.db)
  const save = (version: number, calendarNames: boolean) =>
    saveSchedulingSettings.call(test.services, clinic.admin.caller(), { version, calendarNames })
  const place = { visitAddress: '12 Main St', directions: 'Second floor.' }
  expect(await save(0, true)).toEqual({ version: 1 })
  await expect(save(0, false)).rejects.toMatchObject({ code: 'changed_elsewhere' })
  expect(await save(1, false)).toEqual({ version: 2 })
  await saveSchedulingSettings.call(test.services, clinic.admin.caller(), { version: 2, ...place })
  expect(
    await test.db.asOwner(
      'select calendar_names, visit_address, directions from scheduling_settings where clinic_id = $1',
      [clinic.id],
    ),
  ).toEqual([{ calendar_names: false, visit_address: '12 Main St', directions: 'Second floor.' }])
  expect(
    await test.db.asOwner(
      `select details from app.audit_log where clinic_id = $1 and action = 'schedule.settings_saved' order by id`,
      [clinic.id],
    ),
  ).toEqual([{ details: { calendarNames: true } }, { details: { calendarNames: false } }, { details: place }])
})

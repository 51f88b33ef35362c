import { beforeEach, describe, expect, it } from 'vitest'
import { noticeDefaults } from '#domain/preferences/defaults.ts'
import type { Caller } from '#server/platform/database/transactions.ts'
import { setUpServices } from '#testing/set-up.ts'
import { aClinic, aPatient, aStaffMember, type TestClinic } from '#testing/sign-in/people.ts'
import { saveNoticePreferences } from './save-notice-preferences.ts'

let clinic: TestClinic
const test = await setUpServices()
beforeEach(async () => {
  clinic = await aClinic(test.db)
})

describe('save-notice-preferences', () => {
  const choose = (caller: Caller, changes: object) =>
    saveNoticePreferences.call(test.services, caller, { ...noticeDefaults, ...changes })

  it('changes this member’s preferences at this clinic, and leaves defaults to all others', async () => {
    const staff = await aStaffMember(test.db, clinic, { isReadOnly: true })
    expect(await choose(staff.caller(), { patient_messages: 'email', daily_summary: 'none' })).toEqual({
      version: 1,
    })
    const channels = await test.db.asOwner(
      `select who, event, app.notice_channel($1, who::uuid, event) as channel
         from unnest(array[$2, $3]::text[]) with ordinality w(who, place),
              unnest(array['patient_messages', 'daily_summary', 'important_alerts', 'task_assignments']) as event
        order by place, event`,
      [clinic.id, staff.userId, clinic.admin.userId],
    )
    expect(channels.map(({ event, channel }) => `${event} ${channel}`)).toEqual([
      'daily_summary none',
      'important_alerts email',
      'patient_messages email',
      'task_assignments in_app',
      'daily_summary email',
      'important_alerts email',
      'patient_messages in_app',
      'task_assignments in_app',
    ])
  })

  it('refuses a save on top of a newer one, and callers outside the team', async () => {
    await choose(clinic.admin.caller(), {})
    await expect(choose(clinic.admin.caller(), { system_alerts: 'none' })).rejects.toMatchObject({
      code: 'changed_elsewhere',
    })
    const patient = await aPatient(test.db, clinic)
    await expect(choose(patient.caller(), {})).rejects.toMatchObject({ code: 'not_allowed' })
  })
})

import { expect, it } from 'vitest'
import { setUpClinic } from '#testing/set-up.ts'
import { aClinic, aStaffMember, type Member } from '#testing/sign-in/people.ts'
import { saveAppointmentType } from './save-appointment-type.ts'

const { test, clinic } = await setUpClinic()

const save = (changes: object = {}, by: Member = clinic.admin) =>
  saveAppointmentType.call(test.services, by.caller(), {
    version: 0,
    name: 'Home visit',
    durationMinutes: 40,
    beforeMinutes: 10,
    afterMinutes: 20,
    place: 'in_person',
    videoLink: '',
    patientsBook: 'request',
    minNoticeMinutes: 60,
    maxNoticeDays: 30,
    cancelWindowHours: 48,
    cancelPolicy: 'We charge half of the fee.',
    lateCancelFeeCents: null,
    noShowFeeCents: null,
    feeText: '',
    bring: '',
    isActive: true,
    plans: [],
    ...changes,
  }) as Promise<{ key: string; version: number }>

it('adds a type of visit and changes it', async () => {
  const { key, version } = await save()
  expect(version).toBe(1)
  expect(await save({ key, version, name: 'Visit at home' })).toEqual({ key, version: 2 })
  await expect(save({ key, version: 1 })).rejects.toMatchObject({ code: 'changed_elsewhere' })
  const [row] = await test.db.asOwner(
    'select name, after_minutes, patients_book from appointment_types where clinic_id = $1 and key = $2',
    [clinic.id, key],
  )
  expect(row).toEqual({ name: 'Visit at home', after_minutes: 20, patients_book: 'request' })
})

it('requires an address for video, and valid numbers', async () => {
  for (const [path, wrong] of [
    ['videoLink', { place: 'video' }],
    ['videoLink', { place: 'video', videoLink: 'http://video.example' }],
    ['durationMinutes', { durationMinutes: 14 }],
    ['name', { name: ' ' }],
  ] as const)
    await expect(save(wrong)).rejects.toMatchObject({ code: 'invalid_input', fields: [{ path }] })
})

it('is for admins of the clinic', async () => {
  await expect(save({}, await aStaffMember(test.db, clinic))).rejects.toMatchObject({ code: 'not_allowed' })
  const { key, version } = await save()
  const there = await aClinic(test.db)
  for (const unknown of [key, 'surgery'])
    await expect(save({ key: unknown, version }, there.admin)).rejects.toMatchObject({ code: 'not_found' })
})

import { expect, it } from 'vitest'
import { setUpClinic } from '#testing/set-up.ts'
import { aClinic, aPatient, aStaffMember, type Member } from '#testing/sign-in/people.ts'
import { saveProvider } from './save-provider.ts'

const { test, clinic } = await setUpClinic()
const ann = await aStaffMember(test.db, clinic)

const hours = { day: 1, opens: '09:00', closes: '17:00', validFrom: '2026-01-01', validUntil: null }
const save = (changes: object = {}, by: Member = clinic.admin) =>
  saveProvider.call(test.services, by.caller(), {
    version: 0,
    userId: ann.userId,
    name: 'Dr. Ann Lee',
    title: 'Physiotherapist',
    types: [],
    isActive: true,
    hours: [hours],
    ...changes,
  }) as Promise<{ providerId: string; version: number }>

it('adds a team member as a provider once, and replaces the hours', async () => {
  const { providerId, version } = await save()
  await expect(save()).rejects.toMatchObject({ code: 'changed_elsewhere' })
  await save({
    providerId,
    version,
    types: ['therapy'],
    hours: [
      { ...hours, day: 2 },
      { ...hours, day: 3 },
    ],
  })
  expect(
    await test.db.asOwner('select day from provider_hours where provider_id = $1 order by day', [providerId]),
  ).toEqual([{ day: 2 }, { day: 3 }])
})

it('accepts only team members, the clinic’s types and ordered hours', async () => {
  const patient = await aPatient(test.db, clinic)
  const elsewhere = await aClinic(test.db)
  for (const userId of [patient.userId, elsewhere.admin.userId, crypto.randomUUID()])
    await expect(save({ userId })).rejects.toMatchObject({
      code: 'invalid_input',
      fields: [{ path: 'userId' }],
    })
  const ben = await aStaffMember(test.db, clinic)
  await expect(save({ userId: ben.userId, types: ['surgery'] })).rejects.toMatchObject({
    fields: [{ path: 'types' }],
  })
  await expect(
    save({ userId: ben.userId, hours: [{ ...hours, opens: '17:00', closes: '09:00' }] }),
  ).rejects.toMatchObject({ fields: [{ path: 'hours.0.closes' }] })
})

it('publishes a provider on the clinic’s site only while an admin says so', async () => {
  const cleo = await aStaffMember(test.db, clinic)
  const { providerId, version } = await save({ userId: cleo.userId })
  const isPublic = async () =>
    (await test.db.asOwner('select is_public from providers where id = $1', [providerId]))[0]
  expect(await isPublic()).toEqual({ is_public: false })
  const shown = await save({ providerId, version, userId: cleo.userId, isPublic: true })
  await save({ providerId, version: shown.version, userId: cleo.userId })
  expect(await isPublic()).toEqual({ is_public: true })
})

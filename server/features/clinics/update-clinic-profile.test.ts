import { beforeEach, describe, expect, it } from 'vitest'
import { reservedSubdomains } from '#domain/clinics/reserved-subdomains.ts'
import type { Caller } from '#server/platform/database/transactions.ts'
import { setUpServices } from '#testing/set-up.ts'
import { aClinic, aPatient, aStaffMember, aVisitor, type TestClinic } from '#testing/sign-in/people.ts'
import { updateClinicProfile } from './update-clinic-profile.ts'

let clinic: TestClinic
const test = await setUpServices()
beforeEach(async () => {
  clinic = await aClinic(test.db)
})

const profile = {
  name: 'Sunrise Family Clinic',
  timeZone: 'America/Toronto',
  color: 'lagoon',
  tagline: 'Care that knows you',
  website: 'https://sunrise.example',
  about: 'A small clinic.',
  phone: '+1 416 555 0100',
}

function update(caller: Caller, changes: object = {}) {
  return updateClinicProfile.call(test.services, caller, { ...profile, ...changes }) as Promise<{
    clinic: Record<string, unknown>
  }>
}

async function stored() {
  return (await test.db.asOwner('select * from clinics where id = $1', [clinic.id]))[0]
}

describe('update-clinic-profile', () => {
  it('saves the public profile, and is audited', async () => {
    const answer = await update(clinic.admin.caller())
    expect(answer.clinic).toMatchObject({
      id: clinic.id,
      name: 'Sunrise Family Clinic',
      time_zone: 'America/Toronto',
      color: 'lagoon',
      website: 'https://sunrise.example',
      profile_completed_at: test.clock.now(),
    })
    expect(await stored()).toMatchObject({ tagline: 'Care that knows you', phone: '+1 416 555 0100' })
    expect(
      await test.db.asOwner('select action, actor_id from app.audit_log where clinic_id = $1', [clinic.id]),
    ).toEqual([{ action: 'clinic.profile_updated', actor_id: clinic.admin.userId }])
  })

  it('clears empty fields, and preserves the date of the first save', async () => {
    await update(clinic.admin.caller())
    const first = test.clock.now()
    test.clock.advance('P1D')
    await update(clinic.admin.caller(), { tagline: ' ', website: '', about: '', phone: '' })
    expect(await stored()).toMatchObject({
      tagline: null,
      website: null,
      about: null,
      phone: null,
      profile_completed_at: first,
    })
  })

  it('changes only the given fields, and completes the profile once it is named', async () => {
    await updateClinicProfile.call(test.services, clinic.admin.caller(), { color: 'plum' })
    expect(await stored()).toMatchObject({ color: 'plum', name: clinic.name, profile_completed_at: null })
    await update(clinic.admin.caller())
    const openingHours = [{ day: 2, opens: '09:00', closes: '12:00' }]
    await updateClinicProfile.call(test.services, clinic.admin.caller(), { openingHours })
    expect(await stored()).toMatchObject({
      name: profile.name,
      time_zone: profile.timeZone,
      color: profile.color,
      tagline: profile.tagline,
      website: profile.website,
      about: profile.about,
      phone: profile.phone,
      opening_hours: openingHours,
      profile_completed_at: test.clock.now(),
    })
  })

  it.each([
    ['name', 'ab'],
    ['timeZone', 'Mars/Olympus'],
    ['timeZone', 'EST5EDT,M3.2.0,M11.1.0'],
    ['timeZone', '+05:00'],
    ['timeZone', ''],
    ['color', 'pink'],
    ['website', 'javascript:alert(1)'],
    ['website', 'sunrise.example'],
    ['website', 'https://user:secret@sunrise.example'],
    ['tagline', 'x'.repeat(41)],
    ['about', 'x'.repeat(4001)],
    ['phone', '1'.repeat(41)],
  ])('refuses %s %j on that field', async (field, value) => {
    await expect(update(clinic.admin.caller(), { [field]: value })).rejects.toMatchObject({
      code: 'invalid_input',
      fields: [{ path: field }],
    })
    expect(await stored()).toMatchObject({ profile_completed_at: null })
  })

  it('saves opening hours, leaves them unchanged if absent, and clears them', async () => {
    const openingHours = [{ day: 1, opens: '08:30', closes: '17:00' }]
    const { clinic: answered } = await update(clinic.admin.caller(), { openingHours })
    expect(answered).toMatchObject({ opening_hours: openingHours })
    await update(clinic.admin.caller())
    expect(await stored()).toMatchObject({ opening_hours: openingHours })
    await update(clinic.admin.caller(), { openingHours: [] })
    expect(await stored()).toMatchObject({ opening_hours: [] })
    const backwards = [{ day: 1, opens: '17:00', closes: '08:30' }]
    await expect(update(clinic.admin.caller(), { openingHours: backwards })).rejects.toMatchObject({
      fields: [{ path: 'openingHours.0.closes' }],
    })
  })

  it('is for admins of this clinic', async () => {
    const staff = await aStaffMember(test.db, clinic)
    const patient = await aPatient(test.db, clinic)
    const other = await aClinic(test.db)
    for (const caller of [
      staff.caller(),
      patient.caller(),
      other.admin.caller(clinic),
      other.admin.caller(null),
    ]) {
      await expect(update(caller)).rejects.toMatchObject({ code: 'not_allowed' })
    }
    await expect(update(aVisitor(clinic))).rejects.toMatchObject({ code: 'not_signed_in' })
    expect(await stored()).toMatchObject({ name: clinic.name })
  })

  it('cannot be bypassed by writing the row', async () => {
    const writing = test.services.transactions.withActor(clinic.admin.caller(), (tx) =>
      tx.updateTable('clinics').set({ name: 'Directly' }).where('id', '=', clinic.id).execute(),
    )
    await expect(writing).rejects.toMatchObject({ code: '42501' })
  })

  it.each([
    ['Mars/Olympus', '22023'],
    ['EST5EDT,M3.2.0,M11.1.0', '23514'],
  ])('the database itself refuses the zone %s', async (zone, code) => {
    const writing = test.db.asOwner('update clinics set time_zone = $1 where id = $2', [zone, clinic.id])
    await expect(writing).rejects.toMatchObject({ code })
  })

  describe('a new address', () => {
    const aName = () => `clinic-${crypto.randomUUID().slice(0, 8)}`

    it('moves the hub, reserves the old address, and lets the clinic return', async () => {
      const [from, to] = [clinic.subdomain, aName()]
      await update(clinic.admin.caller(), { subdomain: to })
      expect(await stored()).toMatchObject({ subdomain: to })
      expect(
        await test.db.asOwner('select subdomain from released_subdomains where clinic_id = $1', [clinic.id]),
      ).toEqual([{ subdomain: from }])
      const other = await aClinic(test.db)
      await expect(update(other.admin.caller(), { subdomain: from })).rejects.toMatchObject({
        code: 'subdomain_taken',
      })
      await update(clinic.admin.caller(to), { subdomain: from })
      expect(
        await test.db.asOwner('select subdomain from released_subdomains where clinic_id = $1', [clinic.id]),
      ).toEqual([{ subdomain: to }])
    })

    it('changes nothing if it is the same, and is refused if it is another clinic’s', async () => {
      await update(clinic.admin.caller(), { subdomain: clinic.subdomain })
      const other = await aClinic(test.db)
      await expect(update(clinic.admin.caller(), { subdomain: other.subdomain })).rejects.toMatchObject({
        code: 'subdomain_taken',
      })
      expect(await stored()).toMatchObject({ subdomain: clinic.subdomain })
    })

    it.each([...reservedSubdomains].filter((name) => name.length >= 3))('is never %s', async (subdomain) => {
      await expect(update(clinic.admin.caller(), { subdomain })).rejects.toMatchObject({
        code: 'subdomain_reserved',
      })
    })
  })
})

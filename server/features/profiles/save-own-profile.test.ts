import { beforeEach, describe, expect, it } from 'vitest'
import { profileTexts } from '#domain/texts/profiles.ts'
import type { Caller } from '#server/platform/database/transactions.ts'
import { setUpServices } from '#testing/set-up.ts'
import { aClinic, aPatient, aSignedInPerson, type TestClinic } from '#testing/sign-in/people.ts'
import { saveOwnProfile } from './save-own-profile.ts'

let clinic: TestClinic
const test = await setUpServices()
beforeEach(async () => {
  clinic = await aClinic(test.db)
})

const profile = {
  version: 0,
  firstName: 'Ann',
  lastName: 'Lee',
  username: '',
  website: 'https://annlee.example',
  description: 'General practitioner',
  bio: 'Two children, one bicycle.',
}

function save(caller: Caller, changes: object = {}) {
  return saveOwnProfile.call(test.services, caller, { ...profile, ...changes })
}

describe('save-own-profile', () => {
  it('stores the profile and the names, in any clinic', async () => {
    const username = `ann.${clinic.subdomain.slice(-8)}`
    expect(await save(clinic.admin.caller(), { username: username.toUpperCase() })).toEqual({ version: 1 })
    const [stored] = await test.db.asOwner(
      'select p.*, u.user_metadata from profiles p join auth.users u on u.id = p.user_id where u.id = $1',
      [clinic.admin.userId],
    )
    expect(stored).toMatchObject({ username, bio: profile.bio, user_metadata: { full_name: 'Ann Lee' } })
    const person = await aSignedInPerson(test.db)
    expect(await save(person.caller())).toEqual({ version: 1 })
  })

  it('refuses another user’s username, at its field', async () => {
    const username = `taken-${clinic.subdomain.slice(-8)}`
    await save(clinic.admin.caller(), { username })
    const patient = await aPatient(test.db, clinic)
    await expect(save(patient.caller(), { username })).rejects.toMatchObject({
      code: 'username_taken',
      status: 409,
      fields: [{ path: 'username', message: profileTexts.own.usernameTaken }],
    })
  })

  it.each([
    ['username', 'ab', profileTexts.own.usernameInvalid],
    ['username', '-ann', profileTexts.own.usernameInvalid],
    ['username', 'settings', profileTexts.own.usernameTaken],
    ['website', 'javascript:alert(1)', profileTexts.own.websiteInvalid],
    ['description', 'x'.repeat(276), profileTexts.tooLong(275)],
  ])('refuses %s %s', async (path, value, message) => {
    await expect(save(clinic.admin.caller(), { [path]: value })).rejects.toMatchObject({
      code: 'invalid_input',
      fields: [{ path, message }],
    })
  })

  it('refuses a save on top of a newer one', async () => {
    await save(clinic.admin.caller())
    await expect(save(clinic.admin.caller(), { bio: '' })).rejects.toMatchObject({
      code: 'changed_elsewhere',
    })
  })
})

import { expect, it } from 'vitest'
import { setUpServices } from '#testing/set-up.ts'
import { aClinic, anInvitation, aSignedInPerson, type Person } from '#testing/sign-in/people.ts'
import { ownInvitations } from './own-invitations.ts'

const test = await setUpServices({ now: new Date().toISOString() })

const invitationsOf = (person: Person) => ownInvitations.call(test.services, person.caller(null), {})

it('are the pending ones of the caller’s confirmed address', async () => {
  const clinic = await aClinic(test.db, { name: 'Willow Creek' })
  const person = await aSignedInPerson(test.db)
  await anInvitation(test.db, clinic, { email: person.email, role: 'patient' })
  const found = { name: 'Willow Creek', subdomain: clinic.subdomain }
  expect(await invitationsOf(person)).toEqual({ clinics: [found] })

  const other = await aSignedInPerson(test.db)
  expect(await invitationsOf(other)).toEqual({ clinics: [] })
  const unproven = await aSignedInPerson(test.db, { confirmed: false })
  await anInvitation(test.db, clinic, { email: unproven.email })
  expect(await invitationsOf(unproven)).toEqual({ clinics: [] })
})

it('omit accepted, revoked and expired ones', async () => {
  const person = await aSignedInPerson(test.db)
  const past = new Date(Date.now() - 60_000)
  for (const state of [{ acceptedAt: past }, { revokedAt: past }, { expiresAt: past }])
    await anInvitation(test.db, await aClinic(test.db), { email: person.email, ...state })
  expect(await invitationsOf(person)).toEqual({ clinics: [] })
})

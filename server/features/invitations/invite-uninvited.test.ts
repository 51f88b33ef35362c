import { beforeEach, describe, expect, it } from 'vitest'
import type { UninvitedPatients } from '#domain/invitations/invitations.ts'
import { addRecord } from '#server/clinic/patients.ts'
import { setUpServices } from '#testing/set-up.ts'
import { aClinic, aPatient, aStaffMember, type TestClinic } from '#testing/sign-in/people.ts'
import { countUninvited } from './count-uninvited.ts'
import { inviteUninvited, inviteUninvitedJob } from './invite-uninvited.ts'
import { revokeInvitation } from './revoke-invitation.ts'

let clinic: TestClinic
const test = await setUpServices({ jobsOf: (services) => [inviteUninvitedJob(services) as never] })
beforeEach(async () => {
  clinic = await aClinic(test.db)
})

const anAddress = () => `${crypto.randomUUID()}@later.test`

function add(name: string, email: string | null, at: TestClinic = clinic) {
  return test.db.transactions.withSystem('test: record', (tx) =>
    addRecord(tx, { clinicId: at.id, name, email, now: test.clock.now() }),
  )
}
const count = (by = clinic.admin.caller()) =>
  countUninvited.call(test.services, by, {}) as Promise<UninvitedPatients>
const inviteAll = (by = clinic.admin.caller()) =>
  inviteUninvited.call(test.services, by, {}) as Promise<{ count: number }>
const invited = async () =>
  (
    await test.db.asOwner<{ email: string }>(
      'select email from invitations where clinic_id = $1 and revoked_at is null order by email',
      [clinic.id],
    )
  ).map(({ email }) => email)

describe('patients who are not invited yet', () => {
  it('are invited once, by a job that continues after it was interrupted', async () => {
    const addresses = [anAddress(), anAddress(), anAddress()].sort()
    for (const [at, email] of addresses.entries()) await add(`Patient ${at}`, email)
    await add('No Address', null)
    expect(await count()).toEqual({ count: 3, recent: 3, shared: 0 })
    await test.db.asOwner(`create function public.refuse_one() returns trigger language plpgsql as
      $$ begin if new.email = '${addresses[1]}' then raise exception 'a defect'; end if; return new; end $$`)
    await test.db.asOwner(`create trigger refuse_one before insert on public.invitations
      for each row execute function public.refuse_one()`)
    expect(await inviteAll()).toEqual({ count: 3 })
    await expect(test.services.jobs.drain()).rejects.toThrow('a defect')
    await test.db.asOwner('drop function public.refuse_one cascade')
    expect(await invited()).toEqual([addresses[0], addresses[2]])
    await inviteAll()
    await test.services.jobs.drain()
    expect(await invited()).toEqual(addresses)
    expect(await count()).toEqual({ count: 0, recent: 0, shared: 0 })
    const mails = await test.db.asOwner('select 1 from app.mails where to_address = any ($1)', [addresses])
    expect(mails).toHaveLength(3)
  })

  it('are not those who share an address, with an account or with an invitation', async () => {
    const family = anAddress()
    const [mother] = [await add('Maria Ortiz', family), await add('Luca Ortiz', family)]
    const patient = await aPatient(test.db, clinic)
    await add('Child of a patient', patient.email)
    expect(await count()).toEqual({ count: 0, recent: 0, shared: 2 })
    await inviteAll()
    await test.services.jobs.drain()
    expect(await invited()).toEqual([])
    await test.db.asOwner('update clinic_memberships set ended_at = now() where id = $1', [
      mother.membershipId,
    ])
    expect(await count()).toMatchObject({ count: 1, shared: 0 })
  })

  it('are not those whose invitation was revoked', async () => {
    const { membershipId } = await add('Ida Moss', anAddress())
    await inviteAll()
    await test.services.jobs.drain()
    await revokeInvitation.call(test.services, clinic.admin.caller(), { membershipId })
    expect(await count()).toEqual({ count: 0, recent: 0, shared: 0 })
  })

  it('are no news after 30 days, and not invited if they were added after the choice', async () => {
    await add('Ida Moss', anAddress())
    await inviteAll()
    test.clock.advance('P31D')
    await add('Ben Ash', anAddress())
    await test.services.jobs.drain()
    expect(await count()).toEqual({ count: 1, recent: 1, shared: 0 })
    test.clock.advance('P31D')
    expect(await count()).toEqual({ count: 1, recent: 0, shared: 0 })
  })
})

it('the team counts them and only admins invite them, of their own clinic', async () => {
  const other = await aClinic(test.db)
  await add('Ida Moss', anAddress())
  expect(await count(other.admin.caller())).toEqual({ count: 0, recent: 0, shared: 0 })
  expect(await inviteAll(other.admin.caller())).toEqual({ count: 0 })
  const staff = await aStaffMember(test.db, clinic)
  const patient = await aPatient(test.db, clinic)
  expect(await count(staff.caller())).toMatchObject({ count: 1 })
  await expect(count(patient.caller(clinic))).rejects.toMatchObject({ code: 'not_allowed' })
  for (const caller of [staff.caller(), patient.caller(clinic)])
    await expect(inviteAll(caller)).rejects.toMatchObject({ code: 'not_allowed' })
})

it('the job ends if the admin may no longer invite', async () => {
  const colleague = await aStaffMember(test.db, clinic, { role: 'admin' })
  await add('Ida Moss', anAddress())
  await inviteAll(colleague.caller())
  await test.db.asOwner(`update clinic_memberships set role = 'staff' where id = $1`, [
    colleague.membershipId,
  ])
  await test.services.jobs.drain()
  expect(await invited()).toEqual([])
})

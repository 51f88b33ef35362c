import { sql } from 'kysely'
import { beforeAll, describe, expect, it } from 'vitest'
import { createDataApi, type DataApi } from '#server/data-api.ts'
import { invitePatient } from '#server/features/invitations/invite-patient.ts'
import type { Caller, Tx } from '#server/platform/database/transactions.ts'
import { setUpTestAuth, signIn, somebody } from '#testing/sign-in/auth.ts'
import { aClinic, aMembershipOf, aPatient, aStaffMember, type TestClinic } from '#testing/sign-in/people.ts'

// A revoked permission ends with the next request, not when the access token expires (docs/threats.md T5).

const test = setUpTestAuth({}, { now: new Date().toISOString() })
let rest: DataApi
beforeAll(async () => {
  rest = createDataApi(test.db.transactions)
})

interface LiveAdmin {
  clinic: TestClinic
  membershipId: string
  userId: string
  accessToken: string
  caller: Caller
}

async function aLiveAdmin(): Promise<LiveAdmin> {
  const clinic = await aClinic(test.db)
  await aStaffMember(test.db, clinic)
  await aPatient(test.db, clinic)
  const person = await somebody(test)
  const { membershipId } = await aMembershipOf(
    test.db,
    { ...(await aStaffMember(test.db, clinic)), userId: person.id },
    clinic,
    { role: 'admin' },
  )
  const { accessToken } = await signIn(test, person)
  const verified = await test.auth.verifyAccessToken(accessToken)
  const { userId = '', sessionId = '' } = verified ?? {}
  const caller = {
    userId,
    sessionId,
    clinic: clinic.subdomain,
    requestId: crypto.randomUUID(),
    address: null,
  }
  return { clinic, membershipId, userId, accessToken, caller }
}

async function othersRead({ caller, clinic, userId }: LiveAdmin): Promise<number> {
  const url = `http://${clinic.subdomain}.carefold.localhost:3000/rest/v1/clinic_memberships?clinic_id=eq.${clinic.id}&user_id=neq.${userId}`
  return rest.fetch(new Request(url), caller).then(
    async (response) => (response.ok ? ((await response.json()) as unknown[]).length : 0),
    ({ code }) => {
      expect(code).toBe('session_ended')
      return 0
    },
  )
}

async function rowsWritten({ caller, clinic, userId }: LiveAdmin): Promise<number> {
  const deactivate = async (tx: Tx) =>
    sql`update clinic_memberships set status = 'invited', updated_at = now()
         where clinic_id = ${clinic.id} and user_id <> ${userId} and role = 'patient' and status = 'active'
        returning id`.execute(tx)
  const written = await test.db.transactions.withActor(caller, deactivate).then(
    ({ rows }) => rows.length,
    ({ code }) => {
      expect(['session_ended', '42501']).toContain(code)
      return 0
    },
  )
  await test.db.asOwner(
    `update clinic_memberships set status = 'active', suspended_at = null
      where clinic_id = $1 and role = 'patient' and user_id <> $2`,
    [clinic.id, userId],
  )
  return written
}

const mayInvite = ({ caller, clinic }: LiveAdmin): Promise<boolean> =>
  invitePatient
    .call(test.services, caller, {
      clinicId: clinic.id,
      email: `live-${crypto.randomUUID()}@example.test`,
      role: 'patient',
    })
    .then(
      () => true,
      ({ code }) => {
        expect(['not_allowed', 'session_ended']).toContain(code)
        return false
      },
    )

const losses: [string, (admin: LiveAdmin) => Promise<unknown>][] = [
  ['is demoted to patient', ({ membershipId }) => change('role = $2', membershipId, 'patient')],
  ['is removed', ({ membershipId }) => change('ended_at = $2', membershipId, new Date().toISOString())],
  [
    'is deactivated',
    ({ membershipId }) =>
      change(`status = 'invited', suspended_at = $2`, membershipId, new Date().toISOString()),
  ],
  [
    'is banned',
    ({ userId }) =>
      test.db.asOwner(`update auth.users set banned_until = now() + interval '1 day' where id = $1`, [
        userId,
      ]),
  ],
]

function change(set: string, membershipId: string, value: string) {
  return test.db.asOwner(`update clinic_memberships set ${set} where id = $1`, [membershipId, value])
}

describe.each(losses)('an admin with a live token who %s', (_name, lose) => {
  it('reads no other person’s row from then on', async () => {
    const admin = await aLiveAdmin()
    expect(await othersRead(admin)).toBeGreaterThanOrEqual(3)
    await lose(admin)
    expect(await othersRead(admin)).toBe(0)
  })

  it('writes no row from then on', async () => {
    const admin = await aLiveAdmin()
    expect(await rowsWritten(admin)).toBe(1)
    await lose(admin)
    expect(await rowsWritten(admin)).toBe(0)
  })

  it('has a token that is still verified, and cached as such, but grants nothing', async () => {
    const admin = await aLiveAdmin()
    await lose(admin)
    const verified = await test.auth.verifyAccessToken(admin.accessToken)
    expect(verified).toMatchObject({ userId: admin.userId, sessionId: admin.caller.sessionId })
    expect(await othersRead({ ...admin, caller: { ...admin.caller, ...verified } })).toBe(0)
  })

  it('can call no function of the clinic’s team from then on', async () => {
    const admin = await aLiveAdmin()
    expect(await mayInvite(admin)).toBe(true)
    await lose(admin)
    expect(await mayInvite(admin)).toBe(false)
  })
})

it('a session that was ended from another device is over with the next request as well', async () => {
  const admin = await aLiveAdmin()
  await test.send('POST', '/logout', { token: admin.accessToken })
  expect(await othersRead(admin)).toBe(0)
  expect(await rowsWritten(admin)).toBe(0)
  expect(await mayInvite(admin)).toBe(false)
})

// An open session is not enough for acts that harm many people at once (docs/threats.md T81, ASVS 7.5.3). The acts come from
// the actions' declarations, so new ones are included.
import { randomBytes } from 'node:crypto'
import { afterAll, describe, expect, it } from 'vitest'
import { freshProofMinutes } from '#domain/account/fresh-proof.ts'
import { actions } from '#server/features.ts'
import { fastHasher } from '#testing/database/fast-hasher.ts'
import { aGuestAddress } from '#testing/invitations.ts'
import { aStaffMember, type Member } from '#testing/sign-in/people.ts'
import { ageProofs, aSecondStep } from '#testing/sign-in/second-step.ts'
import { openScenes, type Scene } from '../scene.ts'
import { functionInputs, sampleCalls } from './function-inputs.ts'

/** Actions that require a proof only for some acts. */
const askedInside: Record<string, [name: string, input: (scene: Scene) => Promise<object>]> = {
  'change-team-access to admin': [
    'change-team-access',
    async ({ test, world }) => {
      const { membershipId } = await aStaffMember(test.db, world.clinics.one)
      return { membershipId, access: 'admin' }
    },
  ],
  ...Object.fromEntries(
    (['admin', 'staff', 'member'] as const).map((role) => [
      `invite-patient as ${role}`,
      ['invite-patient', async ({ world }) => invitationTo(world.clinics.one, role)],
    ]),
  ),
  'add-guardian with full access': ['add-guardian', (scene) => guardianOf(scene, 'full')],
}

const invitationTo = ({ id: clinicId }: { id: string }, role: string) => ({
  clinicId,
  email: aGuestAddress(),
  role,
})
const guardianOf = async (scene: Scene, access: 'full' | 'limited') => ({
  ...(await functionInputs['add-guardian']?.(scene, 'admin')),
  access,
})

const declared = actions
  .filter((action) => 'asksFreshProof' in action && action.asksFreshProof)
  .map(({ name }) => name)
const acts: string[] = [...declared, ...Object.keys(askedInside)]

const scenes = await openScenes()
const test = scenes.test
afterAll(() => test.close())
const scene = await scenes.next()

const anAdmin = () => aStaffMember(test.db, scene.world.clinics.one, { role: 'admin' })

/** @returns `ok`, or the code of the refusal */
async function call(act: string, token: string, by: Member, input?: object): Promise<string> {
  const [name, inputOf] = askedInside[act] ?? [act, functionInputs[act]]
  const sent = input ?? (await inputOf?.(scene, 'admin'))
  if (['transfer-ownership', 'set-permission-sets'].includes(name)) await own(by)
  const { status, text } = await test.ask(`/functions/v1/${name}`, {
    method: 'POST',
    body: sent,
    token,
    clinic: scene.world.clinics.one,
  })
  return status === 200 ? 'ok' : (JSON.parse(text).code as string)
}
const callAs = async (name: string, by: Member) => call(name, await test.tokenOf(by), by)

/** The clinic's trail without records of reads. */
const done = async () => {
  const [row] = await test.db.asOwner<{ count: number }>(
    `select count(*)::int as count from app.audit_log where clinic_id = $1`,
    [scene.world.clinics.one.id],
  )
  return row?.count
}

function own(by: Member): Promise<unknown> {
  return test.db.asOwner(
    'update clinic_memberships set is_owner = (id = $2) where clinic_id = $1 and (is_owner or id = $2)',
    [scene.world.clinics.one.id, by.membershipId],
  )
}

it('exactly those acts require a proof whose sample call declares it (docs/decisions/0127)', () => {
  const said = Object.entries(sampleCalls).filter(([, { freshProof }]) => freshProof)
  expect(declared.sort()).toEqual(said.map(([name]) => name).sort())
  expect(declared.length).toBeGreaterThan(10)
})

describe.each(acts)('%s', (name) => {
  it('is refused once the second step is fifteen minutes old, before any change', async () => {
    const admin = await anAdmin()
    await aSecondStep(test.db, admin)
    await ageProofs(test.db, admin, freshProofMinutes)
    const before = await done()
    expect(await callAs(name, admin)).toBe('fresh_proof_required')
    expect(await done()).toBe(before)
  })

  it('succeeds within them', async () => {
    const admin = await anAdmin()
    await aSecondStep(test.db, admin)
    await ageProofs(test.db, admin, freshProofMinutes - 1)
    // an unknown identity provider, on an installation without single sign-on; the calendar of an admin who sees no patients
    expect(['ok', 'not_found', 'single_sign_on_off']).toContain(await callAs(name, admin))
    await test.db.asOwner('delete from app.clinic_closings')
  })
})

it.each<[string, string, () => Promise<object>]>([
  ['inviting a patient', 'invite-patient', async () => invitationTo(scene.world.clinics.one, 'patient')],
  ['adding a guardian with limited access', 'add-guardian', () => guardianOf(scene, 'limited')],
])('%s does not ask', async (_, name, input) => {
  const admin = await anAdmin()
  await aSecondStep(test.db, admin)
  await ageProofs(test.db, admin, freshProofMinutes)
  expect(await call(name, await test.tokenOf(admin), admin, await input())).toBe('ok')
})

describe('what does not count', () => {
  // changes nothing
  const name = 'export-members'

  it('the password of a person who has a second step', async () => {
    const admin = await anAdmin()
    await aSecondStep(test.db, admin)
    await ageProofs(test.db, admin, freshProofMinutes)
    await test.db.asOwner(
      `update auth.session_methods set used_at = now() where session_id = $1 and method = 'password'`,
      [admin.sessionId],
    )
    expect(await callAs(name, admin)).toBe('fresh_proof_required')
  })

  it('a proof in another session of the same person', async () => {
    const admin = await anAdmin()
    await aSecondStep(test.db, admin)
    const [other] = await test.db.asOwner<{ id: string }>(
      'insert into auth.sessions (user_id, refresh_key) values ($1, $2) returning id',
      [admin.userId, randomBytes(32)],
    )
    await test.db.asOwner(
      `insert into auth.session_methods (session_id, method, factor_id, used_at)
       select $2, method, factor_id, used_at from auth.session_methods where session_id = $1`,
      [admin.sessionId, other?.id],
    )
    await ageProofs(test.db, admin, freshProofMinutes)
    expect(await callAs(name, admin)).toBe('fresh_proof_required')
    expect(await callAs(name, { ...admin, sessionId: other?.id ?? '' })).toBe('ok')
  })

  it('a second step that is set up in the open session, with or without an earlier one', async () => {
    const [without, having] = [await anAdmin(), await anAdmin()]
    await aSecondStep(test.db, having)
    for (const admin of [without, having]) {
      await ageProofs(test.db, admin, 60)
      await test.db.asOwner(`delete from auth.session_methods where session_id = $1 and method = 'totp'`, [
        admin.sessionId,
      ])
      await aSecondStep(test.db, admin)
      expect(await callAs(name, admin)).toBe('fresh_proof_required')
    }
  })

  it('recovery codes that are regenerated in it', async () => {
    const admin = await anAdmin()
    await aSecondStep(test.db, admin)
    await ageProofs(test.db, admin, 60)
    await test.db.asOwner(
      `with codes as (insert into auth.mfa_factors (user_id, factor_type, status, created_at, updated_at)
                      values ($1, 'recovery_code', 'verified', now() - interval '1 year', now()) returning id)
       insert into auth.session_methods (session_id, method, factor_id, used_at)
       select $2, 'mfa/recovery_code', id, now() from codes`,
      [admin.userId, admin.sessionId],
    )
    expect(await callAs(name, admin)).toBe('fresh_proof_required')
    await test.db.asOwner(
      `update auth.mfa_factors set updated_at = created_at where user_id = $1 and factor_type = 'recovery_code'`,
      [admin.userId],
    )
    expect(await callAs(name, admin)).toBe('ok')
  })

  it('claims of the token that say otherwise', async () => {
    const admin = await anAdmin()
    await ageProofs(test.db, admin, freshProofMinutes)
    const now = Math.floor(Date.now() / 1000)
    const token = await test.tokenOf(admin, {
      aal: 'aal2',
      amr: [
        { method: 'totp', timestamp: now },
        { method: 'password', timestamp: now },
      ],
    })
    expect(await call(name, token, admin)).toBe('fresh_proof_required')
  })

  it('a refreshed token; the password entered again does', async () => {
    const admin = await anAdmin()
    await test.db.asOwner('update auth.users set password_hash = $2 where id = $1', [
      admin.userId,
      await fastHasher.hash('correct horse battery'),
    ])
    const post = (path: string, body: object, token?: string) =>
      test.ask(path, { method: 'POST', body, ...(token && { token }) })
    const signedIn = JSON.parse(
      (
        await post('/auth/v1/token?grant_type=password', {
          email: admin.email,
          password: 'correct horse battery',
        })
      ).text,
    )
    const [session] = await test.db.asOwner<{ id: string }>(
      'select id from auth.sessions where user_id = $1 order by created_at desc limit 1',
      [admin.userId],
    )
    await ageProofs(test.db, { sessionId: session?.id ?? '' }, freshProofMinutes)
    const { refresh_token } = signedIn
    const refreshed = await post('/auth/v1/token?grant_type=refresh_token', { refresh_token })
    const token = JSON.parse(refreshed.text).access_token
    expect(await call(name, token, admin)).toBe('fresh_proof_required')

    const confirm = (currentPassword: string) =>
      post('/functions/v1/confirm-person', { currentPassword, nonce: '' }, token)
    const wrong = await confirm('not the password')
    expect([wrong.status, JSON.parse(wrong.text).code]).toEqual([400, 'current_password_invalid'])
    expect(await call(name, token, admin)).toBe('fresh_proof_required')
    expect((await confirm('correct horse battery')).status).toBe(200)
    expect(await call(name, token, admin)).toBe('ok')
  })
})

// Staff may not revoke an admin's invitation of a colleague, so they may not replace it with a patient's either
// (docs/threats.md T7). Every pair of roles comes from the permissions.
import { describe, expect, it } from 'vitest'
import { type ClinicRole, can, invitePermission } from '#domain/permissions.ts'
import { mailsTo } from '#testing/database/stored-mails.ts'
import { aGuestAddress } from '#testing/invitations.ts'
import { aClinic, aStaffMember, type Member } from '#testing/sign-in/people.ts'
import { aSecondStep } from '#testing/sign-in/second-step.ts'
import { setUpServer } from '../test-server.ts'

const team = ['admin', 'staff', 'member'] as const satisfies ClinicRole[]
const roles = [...team, 'patient'] as const satisfies ClinicRole[]

const people = {} as Record<(typeof team)[number], Member>
const test = await setUpServer()
const clinic = await aClinic(test.db)
for (const role of team) {
  people[role] = await aStaffMember(test.db, clinic, { role })
  await aSecondStep(test.db, people[role])
}

async function invite(by: Member, email: string, role: ClinicRole): Promise<string> {
  const { status, text } = await test.ask('/functions/v1/invite-patient', {
    method: 'POST',
    body: { clinicId: clinic.id, email, role, name: 'Dana' },
    token: await test.tokenOf(by),
    clinic,
  })
  return status === 200 ? 'ok' : JSON.parse(text).code
}

const waiting = (email: string) =>
  test.db.asOwner<{ role: string }>(
    `select m.role, i.id from clinic_memberships m join invitations i on i.membership_id = m.id
      where i.email = $1 and m.ended_at is null and i.revoked_at is null`,
    [email],
  )
const linkOf = async (email: string) => {
  const [mail] = await mailsTo(test.db, email)
  return new URL(mail?.links[0] ?? '').searchParams.get('token_hash') ?? ''
}

const pairs = team.flatMap((by) =>
  roles.flatMap((offered) =>
    roles
      .filter((instead) => can({ role: by }, invitePermission(instead)))
      .map((instead) => ({ by, offered, instead })),
  ),
)

describe.each(pairs)('$by, $instead instead of $offered', ({ by, offered, instead }) => {
  const may = can({ role: by }, invitePermission(offered))

  it(may ? 'replaces the invitation' : 'is refused, and the invitation stays as it is', async () => {
    const email = aGuestAddress()
    expect(await invite(people.admin, email, offered)).toBe('ok')
    const [before, link] = [await waiting(email), await linkOf(email)]
    expect(await invite(people[by], email, instead)).toBe(may ? 'ok' : 'not_allowed')
    if (may) return expect(await waiting(email)).toMatchObject([{ role: instead }])
    expect(await waiting(email)).toEqual(before)
    const body = { type: 'invite', token_hash: link }
    expect((await test.ask('/auth/v1/verify', { method: 'POST', body })).status).toBe(200)
  })
})

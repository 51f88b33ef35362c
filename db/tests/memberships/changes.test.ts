// Deactivate, Activate and Remove as the members page calls them: PATCH {status, updated_at} and DELETE by id.
// docs/threats.md 1.1 (e), docs/domain-rules.md choice 2, choice 3, rule 41.
import { sql } from 'kysely'
import { beforeEach, describe, expect, it } from 'vitest'
import type { Caller } from '#server/platform/database/transactions.ts'
import { setUpDatabase } from '#testing/set-up.ts'
import {
  aClinic,
  anInvitation,
  aPatient,
  aStaffMember,
  aVisitor,
  type Member,
  type TestClinic,
} from '#testing/sign-in/people.ts'

let clinic: TestClinic
const db = await setUpDatabase()
const other = await aClinic(db)
beforeEach(async () => {
  clinic = await aClinic(db)
})

/** The client's update: how many rows it changed, or the code it was refused with. */
function update(caller: Caller, membershipId: string, status: string): Promise<number | string> {
  return attempt(caller, async (tx) => {
    const { rows } = await sql`
      update public.clinic_memberships set status = ${status}, updated_at = ${'2001-01-01T00:00:00Z'}
       where id = ${membershipId} returning *`.execute(tx)
    return rows.length
  })
}

/** The client's delete: how many rows it answers, or the code it was refused with. */
function remove(caller: Caller, membershipId: string): Promise<number | string> {
  return attempt(caller, async (tx) => {
    const { rows } = await sql`
      delete from public.clinic_memberships where id = ${membershipId} returning *`.execute(tx)
    return rows.length
  })
}

async function attempt(
  caller: Caller,
  step: (tx: Parameters<Parameters<typeof db.transactions.withActor>[1]>[0]) => Promise<number>,
): Promise<number | string> {
  try {
    return await db.transactions.withActor(caller, step)
  } catch (error) {
    return (error as { code: string }).code
  }
}

async function row(membershipId: string) {
  const [found] = await db.asOwner<{
    status: string
    suspended_at: Date | null
    ended_at: Date | null
    updated_at: Date
  }>('select status, suspended_at, ended_at, updated_at from clinic_memberships where id = $1', [
    membershipId,
  ])
  return found
}

function auditOf(membershipId: string) {
  return db.asOwner('select action, actor_id, details from app.audit_log where subject_id = $1 order by id', [
    membershipId,
  ])
}

/** Callers that change a membership of `clinic`, each from their own clinic. */
const actors = {
  'an admin': async () => clinic.admin.caller(),
  'a staff member': async () => (await aStaffMember(db, clinic)).caller(),
  'a read-only member': async () =>
    (await aStaffMember(db, clinic, { role: 'member', isReadOnly: true })).caller(),
  'another patient': async () => (await aPatient(db, clinic)).caller(),
  'the admin of another clinic': async () => other.admin.caller(),
}

const states = ['active', 'pending', 'invited', 'suspended'] as const

async function aMemberIn(state: (typeof states)[number]): Promise<{ membershipId: string }> {
  if (state === 'invited') {
    return anInvitation(db, clinic, { email: `x-${crypto.randomUUID()}@example.test`, role: 'patient' })
  }
  return aPatient(db, clinic, state === 'suspended' ? { suspended: true } : { status: state })
}

describe.each(Object.keys(actors) as (keyof typeof actors)[])('%s', (who) => {
  describe.each(states)('and a membership that is %s', (from) => {
    it.each(['active', 'pending', 'invited'])('set to %s', async (to) => {
      const { membershipId } = await aMemberIn(from)
      const caller = await actors[who]()
      const stored = from === 'suspended' ? 'invited' : from
      const isAllowed =
        to === stored || (stored === 'active' && to === 'invited') || (stored !== 'active' && to === 'active')

      const outcome = await update(caller, membershipId, to)

      if (who === 'an admin') {
        expect(outcome).toBe(isAllowed ? 1 : '42501')
      } else {
        // the other clinic's admin finds no such row; the rest may not update at all
        expect(outcome).toBe(who === 'the admin of another clinic' ? 0 : '42501')
      }
      expect((await row(membershipId))?.status).toBe(who === 'an admin' && isAllowed ? to : stored)
    })
  })

  it('removes', async () => {
    const patient = await aPatient(db, clinic)
    const outcome = await remove(await actors[who](), patient.membershipId)
    if (who === 'an admin') expect(outcome).toBe(1)
    else expect(outcome).toBe(who === 'the admin of another clinic' ? 0 : '42501')
    expect((await row(patient.membershipId))?.ended_at === null).toBe(who !== 'an admin')
  })
})

it('a visitor changes nothing', async () => {
  const patient = await aPatient(db, clinic)
  expect(await update(aVisitor(clinic), patient.membershipId, 'invited')).toBe('42501')
  expect(await remove(aVisitor(clinic), patient.membershipId)).toBe('42501')
})

describe('Deactivate', () => {
  it('shows invited, is stored as a suspension, and is audited', async () => {
    const patient = await aPatient(db, clinic)
    await update(clinic.admin.caller(), patient.membershipId, 'invited')
    expect(await row(patient.membershipId)).toMatchObject({
      status: 'invited',
      suspended_at: expect.any(Date),
    })
    expect(await auditOf(patient.membershipId)).toEqual([
      { action: 'membership.suspended', actor_id: clinic.admin.userId, details: {} },
    ])
  })

  it('takes effect with the next request', async () => {
    const staff = await aStaffMember(db, clinic)
    await update(clinic.admin.caller(), staff.membershipId, 'invited')
    const actor = await db.transactions.withActor(staff.caller(), async (_tx, who) => who)
    expect(actor).toMatchObject({ databaseRole: 'authenticated', role: null })
  })

  it('voids invitations to the person and the team invitations they sent', async () => {
    const admin = await aStaffMember(db, clinic, { role: 'admin' })
    const sent = { invitedBy: admin }
    const team = await anInvitation(db, clinic, { email: 'friend@example.test', role: 'admin', ...sent })
    const patient = await anInvitation(db, clinic, {
      email: 'patient@example.test',
      role: 'patient',
      ...sent,
    })
    const own = await anInvitation(db, clinic, { email: admin.email, role: 'staff' })
    await update(clinic.admin.caller(), admin.membershipId, 'invited')
    const live = await db.asOwner<{ id: string }>(
      'select id from invitations where clinic_id = $1 and revoked_at is null',
      [clinic.id],
    )
    expect(live.map(({ id }) => id)).toEqual([patient.id])
    expect([team.id, own.id]).not.toContain(patient.id)
  })

  it('invalidates the links in the mails too', async () => {
    const { id, membershipId } = await anInvitation(db, clinic, { email: 'linked@example.test' })
    const person = await aStaffMember(db, other)
    await db.asOwner(
      `insert into auth.one_time_tokens (user_id, kind, scope, address, link_hash, created_at)
       values ($1, 'invitation', $2, 'linked@example.test', decode(md5($2), 'hex'), now())`,
      [person.userId, id],
    )
    await remove(clinic.admin.caller(), membershipId)
    expect(await db.asOwner('select id from auth.one_time_tokens where scope = $1', [id])).toEqual([])
  })
})

it('Activate brings a deactivated person back and uses the server’s clock', async () => {
  const patient = await aPatient(db, clinic, { suspended: true })
  expect(await update(clinic.admin.caller(), patient.membershipId, 'active')).toBe(1)
  const after = await row(patient.membershipId)
  expect(after).toMatchObject({ status: 'active', suspended_at: null })
  expect(after?.updated_at.getUTCFullYear()).toBeGreaterThan(2020)
  expect(await auditOf(patient.membershipId)).toMatchObject([
    { action: 'membership.activated', details: { from: 'suspended' } },
  ])
})

it('a client may change no other column', async () => {
  const patient = await aPatient(db, clinic)
  for (const column of [
    'role',
    'user_id',
    'clinic_id',
    'is_owner',
    'is_read_only',
    'ended_at',
    'created_at',
  ]) {
    const outcome = await attempt(clinic.admin.caller(), async (tx) => {
      await sql`update public.clinic_memberships set ${sql.ref(column)} = ${sql.ref(column)}
                 where id = ${patient.membershipId}`.execute(tx)
      return 1
    })
    expect(outcome, column).toBe('42501')
  }
})

describe('Remove', () => {
  it('answers as a delete, is gone from every client’s read, and leaves the row with its date', async () => {
    const patient = await aPatient(db, clinic)
    const answered = await db.transactions.withActor(clinic.admin.caller(), async (tx) => {
      const { rows } = await sql<{ id: string; ended_at: Date | null }>`
        delete from public.clinic_memberships where id = ${patient.membershipId} returning *`.execute(tx)
      return rows
    })
    expect(answered).toMatchObject([{ id: patient.membershipId, status: 'active' }])
    for (const caller of [clinic.admin.caller(), patient.caller(), patient.caller(null)]) {
      const seen = await db.transactions.withActor(caller, (tx) =>
        tx.selectFrom('clinic_memberships').select('id').where('id', '=', patient.membershipId).execute(),
      )
      expect(seen).toEqual([])
    }
    expect(await row(patient.membershipId)).toMatchObject({ ended_at: expect.any(Date) })
    expect(await auditOf(patient.membershipId)).toMatchObject([
      { action: 'membership.ended', actor_id: clinic.admin.userId, details: { role: 'patient' } },
    ])
  })

  it('ends the access at once and retains the patient’s record', async () => {
    const patient = await aPatient(db, clinic)
    await remove(clinic.admin.caller(), patient.membershipId)
    const actor = await db.transactions.withActor(patient.caller(), async (_tx, who) => who)
    expect(actor).toMatchObject({ databaseRole: 'authenticated', role: null, patientId: null })
    expect(await db.asOwner('select id from patients where id = $1', [patient.patientId])).toHaveLength(1)
  })

  it('voids a pending invitation', async () => {
    const { id, membershipId } = await anInvitation(db, clinic, { email: 'gone@example.test' })
    expect(await remove(clinic.admin.caller(), membershipId)).toBe(1)
    expect(
      await db.asOwner('select revoked_at is not null as void from invitations where id = $1', [id]),
    ).toEqual([{ void: true }])
  })

  it('finds nothing the second time', async () => {
    const patient = await aPatient(db, clinic)
    await remove(clinic.admin.caller(), patient.membershipId)
    expect(await remove(clinic.admin.caller(), patient.membershipId)).toBe(0)
    expect(await update(clinic.admin.caller(), patient.membershipId, 'active')).toBe(0)
  })

  it('is refused while a plan runs, and allowed once it is canceled', async () => {
    const patient = await aPatient(db, clinic)
    const subscription = await aRunningPlan(patient.patientId)
    expect(await remove(clinic.admin.caller(), patient.membershipId)).toBe('42501')
    await db.asOwner('update subscriptions set cancel_at_period_end = true where id = $1', [subscription])
    expect(await remove(clinic.admin.caller(), patient.membershipId)).toBe(1)
  })

  async function aRunningPlan(patientId: string): Promise<string> {
    const [plan] = await db.asOwner<{ id: string }>(
      `insert into plans (clinic_id, kind, name) values ($1, 'wellness', 'Basic') returning id`,
      [clinic.id],
    )
    const [price] = await db.asOwner<{ id: string; version_id: string }>(
      `with version as (
         insert into plan_versions (clinic_id, plan_id, number, name, published_at)
         values ($1, $2, 1, 'Basic', now()) returning id)
       insert into plan_prices (clinic_id, plan_id, version_id, interval, amount_cents, currency)
       select $1, $2, id, 'month', 4900, 'usd' from version returning id, version_id`,
      [clinic.id, plan?.id],
    )
    const [subscription] = await db.asOwner<{ id: string }>(
      `insert into subscriptions (clinic_id, owner_patient_id, plan_id, price_id, version_id, stripe_account,
                                  stripe_subscription, status, started_at, current_period_start, current_period_end)
       values ($1, $2, $3, $4, $5, 'acct_1', 'sub_' || gen_random_uuid(), 'active', now(), now(),
               now() + interval '1 month')
       returning id`,
      [clinic.id, patientId, plan?.id, price?.id, price?.version_id],
    )
    return subscription?.id ?? ''
  }
})

describe('admins', () => {
  it('the last one can be neither deactivated nor removed, not even by themselves', async () => {
    await db.asOwner('update clinic_memberships set is_owner = false where id = $1', [
      clinic.admin.membershipId,
    ])
    expect(await update(clinic.admin.caller(), clinic.admin.membershipId, 'invited')).toBe('42501')
    expect(await remove(clinic.admin.caller(), clinic.admin.membershipId)).toBe('42501')
    expect(await row(clinic.admin.membershipId)).toMatchObject({ status: 'active', ended_at: null })
  })

  it.each(['suspended', 'pending', 'removed', 'invited'])(
    'a second one who is %s does not count',
    async (state) => {
      await db.asOwner('update clinic_memberships set is_owner = false where id = $1', [
        clinic.admin.membershipId,
      ])
      if (state === 'invited') await anInvitation(db, clinic, { email: 'a@example.test', role: 'admin' })
      else {
        const second = await aStaffMember(db, clinic, {
          role: 'admin',
          ...(state === 'suspended' ? { suspended: true } : state === 'pending' ? { status: 'pending' } : {}),
        })
        if (state === 'removed') {
          await db.asOwner('update clinic_memberships set ended_at = now() where id = $1', [
            second.membershipId,
          ])
        }
      }
      expect(await remove(clinic.admin.caller(), clinic.admin.membershipId)).toBe('42501')
    },
  )

  it('may leave while another one stays', async () => {
    const second: Member = await aStaffMember(db, clinic, { role: 'admin' })
    expect(await remove(second.caller(), second.membershipId)).toBe(1)
  })

  it('cannot deactivate or remove the owner', async () => {
    const second = await aStaffMember(db, clinic, { role: 'admin' })
    expect(await update(second.caller(), clinic.admin.membershipId, 'invited')).toBe('42501')
    expect(await remove(second.caller(), clinic.admin.membershipId)).toBe('42501')
  })

  it('the last one cannot be removed by the server either', async () => {
    const ending = db.transactions.withSystem('test', (tx) =>
      tx
        .updateTable('clinic_memberships')
        .set({ ended_at: new Date() })
        .where('id', '=', clinic.admin.membershipId)
        .execute(),
    )
    await expect(ending).rejects.toMatchObject({ code: '42501' })
  })
})

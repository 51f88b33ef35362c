// Health data requires the second step, in Postgres, whatever a token says (docs/threats.md T18).
import { sql } from 'kysely'
import { beforeEach, describe, expect, it } from 'vitest'
import type { Caller } from '#server/platform/database/transactions.ts'
import { anAssignment } from '#testing/assignments.ts'
import { anEnrollment } from '#testing/programs.ts'
import { setUpDatabase } from '#testing/set-up.ts'
import {
  aClinic,
  aMembershipOf,
  aPatient,
  aStaffMember,
  type Member,
  type Patient,
  type TestClinic,
} from '#testing/sign-in/people.ts'
import { aSecondFactor, aSecondStep } from '#testing/sign-in/second-step.ts'

let clinic: TestClinic
let patient: Patient
const db = await setUpDatabase()
beforeEach(async () => {
  clinic = await aClinic(db, { requiresMfa: true })
  patient = await aPatient(db, clinic)
})

const patientsSeenBy = (caller: Caller) =>
  db.transactions.withActor(caller, async (tx) => {
    const rows = await tx.selectFrom('patients').select('id').where('clinic_id', '=', clinic.id).execute()
    return rows.map(({ id }) => id)
  })

const appointmentsSeenBy = (caller: Caller) =>
  db.transactions.withActor(
    caller,
    async (tx) => (await tx.selectFrom('appointments').select('id').execute()).length,
  )

const book = (caller: Caller) =>
  db.transactions.withActor(caller, (tx) =>
    sql`insert into public.appointments (clinic_id, patient_id, type, date, time, duration_minutes)
        values (${clinic.id}, ${patient.patientId}, 'checkup', '2027-03-04', '10:00', 30)`.execute(tx),
  )

const team = {
  admin: () => clinic.admin,
  staff: () => aStaffMember(db, clinic, { role: 'staff' }),
  member: () => aStaffMember(db, clinic, { role: 'member' }),
  'read-only': () => aStaffMember(db, clinic, { role: 'staff', isReadOnly: true }),
} satisfies Record<string, () => Member | Promise<Member>>

describe.each(Object.keys(team) as (keyof typeof team)[])(
  '%s of a clinic that requires two steps',
  (role) => {
    it('reads no patient and no appointment with one step', async () => {
      const member = await team[role]()
      await aSecondStep(db, clinic.admin)
      await book(clinic.admin.caller())
      const withOneStep = role === 'admin' ? await anotherAdmin() : member
      expect(await patientsSeenBy(withOneStep.caller())).toEqual([])
      expect(await appointmentsSeenBy(withOneStep.caller())).toBe(0)
    })

    it('reads them with two', async () => {
      const member = await team[role]()
      await aSecondStep(db, member)
      expect(await patientsSeenBy(member.caller())).toEqual([patient.patientId])
    })
  },
)

function anotherAdmin(): Promise<Member> {
  return aStaffMember(db, clinic, { role: 'admin' })
}

describe('a team member with one step', () => {
  it('books, moves and removes nothing', async () => {
    const staff = await aStaffMember(db, clinic)
    await expect(book(staff.caller())).rejects.toMatchObject({ code: '42501' })
    await aSecondStep(db, clinic.admin)
    await book(clinic.admin.caller())
    const changed = await db.transactions.withActor(staff.caller(), (tx) =>
      tx.updateTable('appointments').set({ notes: 'changed' }).executeTakeFirst(),
    )
    expect(changed.numUpdatedRows).toBe(0n)
  })

  it('loses access at once when the factor is removed', async () => {
    const staff = await aStaffMember(db, clinic)
    const factorId = await aSecondStep(db, staff)
    expect(await patientsSeenBy(staff.caller())).toHaveLength(1)
    await db.asOwner('delete from auth.mfa_factors where id = $1', [factorId])
    expect(await patientsSeenBy(staff.caller())).toEqual([])
  })

  it('gains nothing from their metadata', async () => {
    const staff = await aStaffMember(db, clinic)
    await db.asOwner(
      `update auth.users set user_metadata = '{"aal": "aal2"}', app_metadata = '{"aal": "aal2"}' where id = $1`,
      [staff.userId],
    )
    expect(await patientsSeenBy(staff.caller())).toEqual([])
  })

  it('gains nothing from another session of theirs', async () => {
    const staff = await aStaffMember(db, clinic)
    const [other] = await db.asOwner<{ id: string }>(
      `insert into auth.sessions (user_id, refresh_key) values ($1, '\\x00') returning id`,
      [staff.userId],
    )
    await aSecondStep(db, { userId: staff.userId, sessionId: other?.id ?? '' })
    expect(await patientsSeenBy(staff.caller())).toEqual([])
  })

  it('can still work in a clinic that does not require two steps', async () => {
    const staff = await aStaffMember(db, clinic)
    const free = await aClinic(db)
    const there = await aPatient(db, free)
    const member = await aMembershipOf(db, staff, free, { role: 'staff' })
    const seen = await db.transactions.withActor(member.caller(), (tx) =>
      tx.selectFrom('patients').select('id').execute(),
    )
    expect(seen).toEqual([{ id: there.patientId }])
    expect(await patientsSeenBy(staff.caller())).toEqual([])
  })
})

describe('a clinic', () => {
  it('without a setting requires two steps', async () => {
    await db.asOwner('delete from public.clinic_security where clinic_id = $1', [clinic.id])
    expect(await patientsSeenBy(clinic.admin.caller())).toEqual([])
  })

  it('that does not require them shows its team everything', async () => {
    await db.asOwner('update public.clinic_security set requires_mfa = false where clinic_id = $1', [
      clinic.id,
    ])
    expect(await patientsSeenBy(clinic.admin.caller())).toHaveLength(1)
  })
})

describe('a person who has set up a second factor', () => {
  it('needs it everywhere, also as a patient and where no clinic requires it', async () => {
    await db.asOwner('update public.clinic_security set requires_mfa = false where clinic_id = $1', [
      clinic.id,
    ])
    for (const person of [patient, await aStaffMember(db, clinic)]) {
      expect(await patientsSeenBy(person.caller())).toEqual([patient.patientId])
      await aSecondFactor(db, person)
      expect(await patientsSeenBy(person.caller())).toEqual([])
    }
  })

  it('sees their own record after the second step', async () => {
    await aSecondStep(db, patient)
    expect(await patientsSeenBy(patient.caller())).toEqual([patient.patientId])
  })
})

it('a patient without a second factor reads their own record in any clinic', async () => {
  expect(await patientsSeenBy(patient.caller())).toEqual([patient.patientId])
})

it('the assurance level comes from the session’s methods', async () => {
  const level = (caller: Caller) => db.transactions.withActor(caller, async (_tx, actor) => actor.aal)
  expect(await level(clinic.admin.caller())).toBe('aal1')
  await aSecondStep(db, clinic.admin)
  expect(await level(clinic.admin.caller())).toBe('aal2')
})

it('a session method needs a factor if it is a second step, and has none otherwise', async () => {
  const insert = (method: string, factorId: string | null) =>
    db.asOwner(
      'insert into auth.session_methods (session_id, method, used_at, factor_id) values ($1, $2, now(), $3)',
      [clinic.admin.sessionId, method, factorId],
    )
  const factorId = await aSecondFactor(db, clinic.admin)
  await expect(insert('totp', null)).rejects.toMatchObject({ code: '23514' })
  await expect(insert('mfa/webauthn', null)).rejects.toMatchObject({ code: '23514' })
  await expect(insert('password', factorId)).rejects.toMatchObject({ code: '23514' })
})

describe('names of patients by their ids', () => {
  const profilesSeenBy = (caller: Caller, ids: string[]) =>
    db.transactions.withActor(caller, async (tx) => {
      const { rows } = await sql<{
        id: string
      }>`select id from public.get_users_by_ids(${ids}::uuid[])`.execute(tx)
      return rows.map(({ id }) => id)
    })

  it('need the second step, those of the team do not', async () => {
    const staff = await aStaffMember(db, clinic)
    const ids = [patient.userId, clinic.admin.userId]
    expect(await profilesSeenBy(staff.caller(), ids)).toEqual([clinic.admin.userId])
    await aSecondStep(db, staff)
    expect((await profilesSeenBy(staff.caller(), ids)).sort()).toEqual(ids.sort())
  })

  it('need it also where the request names no clinic', async () => {
    const staff = await aStaffMember(db, clinic)
    const onMainSite = { ...staff.caller(), clinic: null }
    expect(await profilesSeenBy(onMainSite, [patient.userId])).toEqual([])
    await aSecondStep(db, staff)
    expect(await profilesSeenBy(onMainSite, [patient.userId])).toEqual([patient.userId])
  })

  it('are shown where the clinic does not require it', async () => {
    const other = await aClinic(db)
    const theirs = await aPatient(db, other)
    expect(await profilesSeenBy(other.admin.caller(), [theirs.userId])).toEqual([theirs.userId])
  })
})

describe('what is decided of a caller at entry', () => {
  const decided = ['caller', 'request_id', 'address']
  const forged = Array(16).fill('forged').join('|')
  /** The settings after a person or a visitor has entered on a connection where all of them were set before. */
  const settingsAfterEntry = async (userId: string | null, sessionId: string | null) => {
    await db.asOwner('begin')
    try {
      for (const name of decided) await db.asOwner(`select set_config('app.${name}', '${forged}', false)`)
      await db.asOwner(`select app.enter($1::uuid, $2::uuid, $3, 'r1', '127.0.0.1')`, [
        userId,
        sessionId,
        clinic.subdomain,
      ])
      const [settings] = await db.asOwner<Record<string, string>>(
        `select ${decided.map((name) => `current_setting('app.${name}') as ${name}`).join(', ')}`,
      )
      // the fields that policies read, by their place in the setting (app.enter)
      const [, , , , , , rights = '', , , opened_ids = ''] = settings?.caller?.split('|') ?? []
      return { ...settings, rights, opened_ids }
    } finally {
      await db.asOwner('rollback')
    }
  }

  it('replaces every setting that its connection had', async () => {
    const { userId, sessionId } = clinic.admin.caller()
    for (const settings of [
      await settingsAfterEntry(userId, sessionId),
      await settingsAfterEntry(null, null),
    ])
      expect(Object.entries(settings ?? {}).filter(([, value]) => value.includes('forged'))).toEqual([])
  })

  it('is every setting that a policy’s functions read', async () => {
    const read = await db.asOwner<{ name: string }>(
      `select distinct m[1] as name
         from pg_policy p join pg_depend d on d.classid = 'pg_policy'::regclass and d.objid = p.oid
         join pg_proc f on d.refclassid = 'pg_proc'::regclass and f.oid = d.refobjid,
              lateral regexp_matches(pg_get_functiondef(f.oid), 'current_setting\\(''app\\.(\\w+)''', 'g') m`,
    )
    expect(read.map(({ name }) => name).filter((name) => !decided.includes(name))).toEqual([])
    expect(read).toContainEqual({ name: 'caller' })
  })

  it('opens what a patient is asked to read, to them alone and with the second step', async () => {
    const lesson = await anAssignment(db, clinic, patient)
    await anAssignment(db, clinic, patient, { opensAt: '2999-01-05T12:00:00Z' })
    await anAssignment(db, clinic, patient, { isWithdrawn: true })
    const enrollment = `select program_id from program_enrollments where id = $1`
    const [joined] = await db.asOwner<{ program_id: string }>(enrollment, [
      await anEnrollment(db, clinic, patient),
    ])
    const left = await anEnrollment(db, clinic, patient)
    await db.asOwner('update program_enrollments set ended_at = now() where id = $1', [left])
    const opened = async ({ userId, sessionId }: Caller) =>
      (await settingsAfterEntry(userId, sessionId))?.opened_ids?.match(/[\w-]{36}/g)?.sort() ?? []
    expect(await opened(patient.caller())).toEqual([lesson.versionId, joined?.program_id].sort())
    expect(await opened((await aPatient(db, clinic)).caller())).toEqual([])
    expect(await opened(clinic.admin.caller())).toEqual([])
    await aSecondFactor(db, patient)
    expect(await opened(patient.caller())).toEqual([])
  })

  it('grants no health rights before the second step where a person has set one up, or the clinic requires it', async () => {
    const rights = async ({ userId, sessionId }: Caller) =>
      (await settingsAfterEntry(userId, sessionId))?.rights
    expect(await rights(clinic.admin.caller())).toBe('team write')
    expect(await rights(patient.caller())).toBe('health write')
    await aSecondFactor(db, patient)
    expect(await rights(patient.caller())).toBe('own write')
    await aSecondStep(db, patient)
    expect(await rights(patient.caller())).toBe('health aal2 write')
    const reader = await aStaffMember(db, clinic, { role: 'staff', isReadOnly: true })
    await aSecondStep(db, reader)
    expect(await rights(reader.caller())).toBe('health aal2')
  })
})

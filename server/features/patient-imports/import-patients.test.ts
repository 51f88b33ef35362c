import { describe, expect, it } from 'vitest'
import type * as z from 'zod/mini'
import type { importPatientsInput, PatientImportView } from '#domain/patient-imports/patient-imports.ts'
import type { Caller } from '#server/platform/database/transactions.ts'
import { agreement } from '#testing/money/agreement.ts'
import type { SellingClinic } from '#testing/money/payments.ts'
import { setUpPayments } from '#testing/money/set-up.ts'
import { aSignedInPerson, aStaffMember } from '#testing/sign-in/people.ts'
import { joinPlan } from '../checkouts/join-plan.ts'
import { activateMembership } from '../memberships/joining/activate-membership.ts'
import { joinClinic } from '../memberships/joining/join-clinic.ts'
import { importPatients } from './import-patients.ts'
import { patientImport } from './patient-import.ts'

const test = await setUpPayments()

interface Sent extends Partial<Omit<PatientsToImport, 'rows'>> {
  by?: Caller
}
type PatientsToImport = z.input<typeof importPatientsInput>

const anAddress = () => `${crypto.randomUUID()}@import.test`

async function start(clinic: SellingClinic, rows: Record<string, string>[], { by, ...sent }: Sent = {}) {
  return (await test.call(importPatients, by ?? clinic.admin.caller(), {
    rows: rows.map((cells, at) => ({ line: at + 2, cells })),
    dateOrder: 'mdy',
    century: null,
    turnsNames: true,
    planNames: [],
    choices: [],
    holders: [],
    attempt: crypto.randomUUID(),
    invites: false,
    ...sent,
  } satisfies PatientsToImport)) as PatientImportView
}

async function progress(clinic: SellingClinic, importId: string): Promise<PatientImportView> {
  const { found } = (await test.call(patientImport, clinic.admin.caller(), { importId })) as {
    found: PatientImportView
  }
  return found
}

async function imported(clinic: SellingClinic, rows: Record<string, string>[], sent: Sent = {}) {
  const { id } = await start(clinic, rows, sent)
  await test.work()
  return progress(clinic, id)
}

interface StoredRecord {
  id: string
  name: string
  email: string | null
  phone: string | null
  born_on: string | null
  plan_id: string | null
  paid_until: string | null
  status: string
}
const records = (clinic: SellingClinic) =>
  test.db.asOwner<StoredRecord>(
    `select p.id, p.full_name as name, p.email, d.phone, d.date_of_birth::text as born_on, r.plan_id, r.paid_until::text, m.status
       from patients p
       join clinic_memberships m on m.clinic_id = p.clinic_id and m.patient_id = p.id and m.ended_at is null and m.role = 'patient'
       left join patient_details d on d.clinic_id = p.clinic_id and d.patient_id = p.id
       left join prepared_plans r on r.clinic_id = p.clinic_id and r.patient_id = p.id
      where p.clinic_id = $1 order by p.full_name`,
    [clinic.id],
  )
const mailsTo = (email: string) =>
  test.db.asOwner<{ id: string }>('select id from app.mails where to_address = $1', [email])

describe('an import', () => {
  it('adds records with their data, without accounts and mails, and skips only a row without a name', async () => {
    const clinic = await test.aSellingClinic()
    const plan = await test.aPublishedPlan(clinic)
    const ida = anAddress()
    const done = await imported(clinic, [
      {
        fullName: 'Moss, Ida',
        email: ida,
        birthday: '3/28/1984',
        phone: '(212) 555-0147',
        plan: 'Whole Year',
        paidUntil: '2026-06-30',
      },
      { fullName: 'Ben Ash', email: 'broken', phone: '555', birthday: '1990-02-30' },
      { fullName: ' ', email: anAddress() },
    ])
    expect(done).toMatchObject({ total: 2, added: 2, invited: 0, isDone: true, skipped: [], notInvited: [] })
    const none = { email: null, phone: null, born_on: null, plan_id: null, paid_until: null }
    expect(await records(clinic)).toEqual([
      { id: expect.anything(), name: 'Ben Ash', status: 'active', ...none },
      {
        id: expect.anything(),
        name: 'Ida Moss',
        email: ida,
        phone: '+12125550147',
        born_on: '1984-03-28',
        plan_id: plan.id,
        paid_until: '2026-06-30',
        status: 'active',
      },
    ])
    expect(await mailsTo(ida)).toEqual([])
    expect(
      await test.db.asOwner(
        `select 1 from app.patient_import_rows where clinic_id = $1 and num_nonnulls(email, phone, date_of_birth) > 0`,
        [clinic.id],
      ),
    ).toEqual([])
  })

  it('adds each member of a family with one address, and invites only the chosen holder', async () => {
    const clinic = await test.aSellingClinic()
    const [family, own] = [anAddress(), anAddress()]
    const rows: Record<string, string>[] = [
      { fullName: 'Maria Ortiz', email: family },
      { fullName: 'Luca Ortiz', email: family },
      { fullName: 'Sofia Ortiz', email: family },
      { fullName: 'Grandpa Ortiz' },
      { fullName: 'Ben Ash', email: own },
    ]
    const done = await imported(clinic, rows, { invites: true, holders: [2] })
    expect(done).toMatchObject({ added: 5, invited: 2 })
    expect((await records(clinic)).map(({ name, status }) => `${name} ${status}`)).toEqual([
      'Ben Ash invited',
      'Grandpa Ortiz active',
      'Luca Ortiz active',
      'Maria Ortiz invited',
      'Sofia Ortiz active',
    ])
    expect(await mailsTo(family)).toHaveLength(1)
  })

  it('adds nothing when the file or the request is repeated', async () => {
    const clinic = await test.aSellingClinic()
    const rows = [{ fullName: 'Ida Moss', email: anAddress() }]
    const attempt = crypto.randomUUID()
    const [one, other] = await Promise.all([
      start(clinic, rows, { attempt }),
      start(clinic, rows, { attempt }).catch(() => null),
    ])
    await test.work()
    expect((await start(clinic, rows, { attempt })).id).toBe(one.id)
    if (other) expect(other.id).toBe(one.id)
    await expect(start(clinic, rows)).rejects.toMatchObject({ code: 'invalid_input' })
    expect(await records(clinic)).toHaveLength(1)
  })

  it('adds a patient once by two imports at the same time', async () => {
    const clinic = await test.aSellingClinic()
    const rows = [{ fullName: 'Ida Moss' }]
    const [one, other] = [await start(clinic, rows), await start(clinic, rows)]
    await test.work()
    const views = [await progress(clinic, one.id), await progress(clinic, other.id)]
    expect(views.map(({ added }) => added).sort()).toEqual([0, 1])
    expect(views.flatMap(({ skipped }) => skipped.map(({ reason }) => reason))).toEqual(['here'])
    expect(await records(clinic)).toHaveLength(1)
  })

  it('fills what an existing record lacks, and adds a namesake where the admin says so', async () => {
    const clinic = await test.aSellingClinic()
    const [first, second] = [anAddress(), anAddress()]
    await imported(clinic, [{ fullName: 'Ida Moss', email: first }])
    const [ida] = await records(clinic)
    const rows = [{ fullName: 'Moss, Ida', email: second, phone: '(212) 555-0147', birthday: '3/28/1984' }]
    const done = await imported(clinic, rows, { choices: [{ line: 2, how: 'fill', patientId: ida?.id }] })
    expect(done).toMatchObject({ added: 0, filled: 1 })
    expect(await records(clinic)).toEqual([
      { ...ida, phone: '+12125550147', born_on: '1984-03-28', email: first },
    ])
    await imported(clinic, rows, { choices: [{ line: 2, how: 'new' }] })
    expect(await records(clinic)).toHaveLength(2)
  })

  it('stops when the member who confirmed it may no longer import', async () => {
    const clinic = await test.aSellingClinic()
    const colleague = await aStaffMember(test.db, clinic, { role: 'admin' })
    const { id } = await start(clinic, [{ fullName: 'Ida Moss' }], { by: colleague.caller() })
    await test.db.asOwner(`update clinic_memberships set role = 'staff' where id = $1`, [
      colleague.membershipId,
    ])
    await test.work()
    expect((await progress(clinic, id)).skipped.map(({ reason }) => reason)).toEqual(['not_allowed'])
    expect(await records(clinic)).toEqual([])
  })

  it('resumes after a worker died, adds each patient once, and ends with a row that always fails', async () => {
    const clinic = await test.aSellingClinic()
    await test.db.asOwner(`create function public.refuse_bad() returns trigger language plpgsql as
      $$ begin if new.full_name = 'Bad Row' then raise exception 'a defect'; end if; return new; end $$`)
    await test.db.asOwner(`create trigger refuse_bad before insert on public.patients
      for each row execute function public.refuse_bad()`)
    const { id } = await start(clinic, [
      { fullName: 'Ida Moss' },
      { fullName: 'Bad Row' },
      { fullName: 'Ben Ash' },
    ])
    for (let attempt = 0; attempt <= 10; attempt++) {
      expect(await progress(clinic, id)).toMatchObject({ isDone: false, added: attempt === 0 ? 0 : 2 })
      await expect(test.work()).rejects.toThrow('a defect')
    }
    await test.db.asOwner('drop function public.refuse_bad cascade')
    expect(await progress(clinic, id)).toMatchObject({
      isDone: true,
      added: 2,
      skipped: [{ line: 3, name: 'Bad Row', reason: 'failed' }],
    })
    expect((await records(clinic)).map(({ name }) => name)).toEqual(['Ben Ash', 'Ida Moss'])
  })

  it('mails invitations in the clinic’s name where chosen, not to an address that has an account by then', async () => {
    const clinic = await test.aSellingClinic()
    const [now, member] = [anAddress(), await aSignedInPerson(test.db, { email: anAddress() })]
    const rows = [
      { fullName: 'Ida Moss', email: now },
      { fullName: 'Ben Ash', email: member.email },
    ]
    const { id } = await start(clinic, rows, { invites: true })
    await test.call(joinClinic, member.caller(clinic), { clinicId: clinic.id })
    await test.work()
    expect(await progress(clinic, id)).toMatchObject({
      added: 2,
      invited: 1,
      notInvited: [{ line: 3, name: 'Ben Ash', reason: 'taken' }],
    })
    expect(await mailsTo(now)).toHaveLength(1)
    const audit = await test.db.asOwner<{ action: string; count: string }>(
      `select action, count(*) from app.audit_log where clinic_id = $1
          and action in ('patients.import_started', 'patients.imported', 'invitation.sent', 'patient.created') group by action order by action`,
      [clinic.id],
    )
    expect(audit.map(({ action, count }) => `${action} ${count}`)).toEqual([
      'invitation.sent 1',
      'patient.created 2',
      'patients.import_started 1',
      'patients.imported 1',
    ])
  })
})

describe('an imported patient', () => {
  const details = { birthday: '3/4/1990', phone: '(416) 555-0199' }

  it('gets the file’s data, and pays the plan from the first unpaid day, once', async () => {
    const clinic = await test.aSellingClinic({ timeZone: 'America/Toronto' })
    const plan = await test.aPublishedPlan(clinic, { enrolmentCents: 5_000 })
    const person = await aSignedInPerson(test.db, { email: anAddress(), name: 'Ida Moss' })
    await imported(
      clinic,
      [
        {
          fullName: 'Ida Moss',
          email: person.email,
          plan: 'Whole Year',
          paidUntil: '2026-03-31',
          ...details,
        },
      ],
      { invites: true },
    )
    await test.call(activateMembership, person.caller(clinic), { clinicId: clinic.id })
    expect(
      await test.db.asOwner(
        `select r.paid_until::text, d.phone, d.date_of_birth::text
           from patients p join prepared_plans r on r.clinic_id = p.clinic_id and r.patient_id = p.id
           join patient_details d on d.clinic_id = p.clinic_id and d.patient_id = p.id
          where p.user_id = $1`,
        [person.userId],
      ),
    ).toEqual([{ paid_until: '2026-03-31', phone: '+14165550199', date_of_birth: '1990-03-04' }])

    const join = () =>
      test.call(joinPlan, person.caller(clinic), {
        priceId: plan.price.id,
        attempt: crypto.randomUUID(),
        agreement,
      }) as Promise<{ url: string }>
    const { url } = await join()
    expect((await join()).url).toBe(url)
    await test.pay(url)
    await test.work()
    const charges = async () =>
      (await test.client.charges.list({ limit: 100 }, { stripeAccount: clinic.account })).data.map(
        ({ amount, created }) => `${amount} ${new Date(created * 1000).toISOString().slice(0, 10)}`,
      )
    expect(await charges()).toEqual([])
    const [kept] = await test.db.asOwner<{ wording: string }>(
      'select wording from plan_agreements where clinic_id = $1',
      [clinic.id],
    )
    expect(kept?.wording).toContain('nothing is charged before')
    expect(kept?.wording).not.toContain('Joining costs')

    await test.pass('P20D')
    expect(await charges()).toEqual([])
    await test.pass('P3D')
    expect(await charges()).toEqual(['9900 2026-04-01'])
  })

  it('is no one’s by the address alone: another account that joins gets another record', async () => {
    const clinic = await test.aSellingClinic()
    const person = await aSignedInPerson(test.db, { email: anAddress(), name: 'Ida Moss' })
    await imported(clinic, [{ fullName: 'Ida Moss', email: person.email, ...details }])
    await test.call(joinClinic, person.caller(clinic), { clinicId: clinic.id })
    expect(await records(clinic)).toMatchObject([{ name: 'Ida Moss', phone: '+14165550199' }])
    expect(
      await test.db.asOwner(
        `select d.phone from patients p join patient_details d on d.clinic_id = p.clinic_id and d.patient_id = p.id
          where p.user_id = $1`,
        [person.userId],
      ),
    ).toEqual([])
  })

  it('has the prepared plan copied for an account with this address and name, so that no day is paid twice', async () => {
    const clinic = await test.aSellingClinic()
    await test.aPublishedPlan(clinic)
    const preparedFor = async (fullName: string, name: string) => {
      const person = await aSignedInPerson(test.db, { email: anAddress(), name })
      const row = { fullName, email: person.email, plan: 'Whole Year', paidUntil: '2026-03-31' }
      await imported(clinic, [row])
      await test.call(joinClinic, person.caller(clinic), { clinicId: clinic.id })
      return test.db.asOwner(
        `select r.paid_until::text from patients p join prepared_plans r on r.clinic_id = p.clinic_id and r.patient_id = p.id
          where p.user_id = $1`,
        [person.userId],
      )
    }
    expect(await preparedFor('Ida Moss', 'Moss, Ida')).toEqual([{ paid_until: '2026-03-31' }])
    expect(await preparedFor('Ann Reed', 'Ben Moss')).toEqual([])
  })
})

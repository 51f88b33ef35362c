import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { PatientImportView } from '#domain/patient-imports/patient-imports.ts'
import type { Caller } from '#server/platform/database/transactions.ts'
import { agreement } from '#testing/money/agreement.ts'
import { openTestPayments, type SellingClinic, type TestPayments } from '#testing/money/payments.ts'
import { aSignedInPerson, aStaffMember, type Person } from '#testing/sign-in/people.ts'
import { joinPlan } from '../checkouts/join-plan.ts'
import { resendInvitation } from '../invitations/resend-invitation.ts'
import { activateMembership } from '../memberships/joining/activate-membership.ts'
import { joinClinic } from '../memberships/joining/join-clinic.ts'
import { importPatients } from './import-patients.ts'
import { patientImport } from './patient-import.ts'

let test: TestPayments
beforeAll(async () => {
  test = await openTestPayments()
})
afterAll(() => test.close())

interface Sent {
  by?: Caller
  attempt?: string
  invites?: boolean
}

const anAddress = () => `${crypto.randomUUID()}@import.test`

async function start(clinic: SellingClinic, rows: Record<string, string>[], sent: Sent = {}) {
  return (await test.call(importPatients, sent.by ?? clinic.admin.caller(), {
    rows: rows.map((cells, at) => ({ line: at + 2, cells })),
    dateOrder: 'mdy',
    attempt: sent.attempt ?? crypto.randomUUID(),
    invites: sent.invites ?? false,
  })) as PatientImportView
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

const waiting = (clinic: SellingClinic) =>
  test.db.asOwner<{ email: string; name: string; role: string; status: string; user_id: string | null }>(
    `select i.email, i.name, m.role, m.status, m.user_id
       from clinic_memberships m join invitations i on i.clinic_id = m.clinic_id and i.membership_id = m.id
      where m.clinic_id = $1 and m.ended_at is null and m.user_id is null and i.revoked_at is null order by i.email`,
    [clinic.id],
  )
const mailsTo = (email: string) =>
  test.db.asOwner<{ id: string }>('select id from app.mails where to_address = $1', [email])
const preparedFor = (person: Person) =>
  test.db.asOwner<{ paid_until: string; phone: string; date_of_birth: string }>(
    `select r.paid_until::text, d.phone, d.date_of_birth::text
       from patients p left join prepared_plans r on r.clinic_id = p.clinic_id and r.patient_id = p.id
       left join patient_details d on d.clinic_id = p.clinic_id and d.patient_id = p.id
      where p.user_id = $1`,
    [person.userId],
  )

describe('an import', () => {
  it('adds ready rows as pending patients, omits the others, and mails no invitation by default', async () => {
    const clinic = await test.aSellingClinic()
    const [ida, ben] = [anAddress(), anAddress()]
    const done = await imported(clinic, [
      { fullName: 'Ida Moss', email: ida },
      { fullName: 'Ben Ash', email: ben },
      { fullName: 'Nobody', email: 'broken' },
    ])
    expect(done).toMatchObject({ total: 2, added: 2, isDone: true, skipped: [] })
    expect(
      (await waiting(clinic)).map(({ email, name, role, status }) => ({ email, name, role, status })),
    ).toEqual(
      [
        { email: ida, name: 'Ida Moss', role: 'patient', status: 'invited' },
        { email: ben, name: 'Ben Ash', role: 'patient', status: 'invited' },
      ].sort((a, b) => a.email.localeCompare(b.email, 'en-US')),
    )
    expect(await mailsTo(ida)).toEqual([])
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
    expect(await waiting(clinic)).toHaveLength(1)
  })

  it('omits patients who joined after the preview, and two imports at once add each patient once', async () => {
    const clinic = await test.aSellingClinic()
    const rows = [{ fullName: 'Ida Moss', email: anAddress() }]
    const [one, other] = [await start(clinic, rows), await start(clinic, rows)]
    await test.work()
    const views = [await progress(clinic, one.id), await progress(clinic, other.id)]
    expect(views.map(({ added }) => added).sort()).toEqual([0, 1])
    expect(views.flatMap(({ skipped }) => skipped.map(({ reason }) => reason))).toEqual(['here'])
    expect(await waiting(clinic)).toHaveLength(1)
  })

  it('stops when the member who confirmed it may no longer import', async () => {
    const clinic = await test.aSellingClinic()
    const colleague = await aStaffMember(test.db, clinic, { role: 'admin' })
    const { id } = await start(clinic, [{ fullName: 'Ida Moss', email: anAddress() }], {
      by: colleague.caller(),
    })
    await test.db.asOwner(`update clinic_memberships set role = 'staff' where id = $1`, [
      colleague.membershipId,
    ])
    await test.work()
    expect((await progress(clinic, id)).skipped.map(({ reason }) => reason)).toEqual(['not_allowed'])
    expect(await waiting(clinic)).toEqual([])
  })

  it('ends with a row that fails in every attempt, and adds the others', async () => {
    const clinic = await test.aSellingClinic()
    const [bad, good] = [anAddress(), anAddress()]
    await test.db.asOwner(`create function public.refuse_bad() returns trigger language plpgsql as
      $$ begin if new.email = '${bad}' then raise exception 'a defect'; end if; return new; end $$`)
    await test.db.asOwner(`create trigger refuse_bad before insert on public.invitations
      for each row execute function public.refuse_bad()`)
    const { id } = await start(clinic, [
      { fullName: 'Ida Moss', email: bad },
      { fullName: 'Ben Ash', email: good },
    ])
    for (let attempt = 0; attempt <= 10; attempt++) {
      expect(await progress(clinic, id)).toMatchObject({ isDone: false, added: Math.min(attempt, 1) })
      await expect(test.work()).rejects.toThrow('a defect')
    }
    await test.db.asOwner('drop function public.refuse_bad cascade')
    expect(await progress(clinic, id)).toMatchObject({
      isDone: true,
      added: 1,
      skipped: [{ email: bad, reason: 'failed' }],
    })
  })

  it('mails invitations in the clinic’s name where chosen, and later one by one otherwise', async () => {
    const clinic = await test.aSellingClinic()
    const [now, later] = [anAddress(), anAddress()]
    expect(await imported(clinic, [{ fullName: 'Ida Moss', email: now }], { invites: true })).toMatchObject({
      added: 1,
    })
    expect(await mailsTo(now)).toHaveLength(1)
    await imported(clinic, [{ fullName: 'Ben Ash', email: later }])
    const [row] = await test.db.asOwner<{ membership_id: string }>(
      'select membership_id from invitations where email = $1',
      [later],
    )
    await test.call(resendInvitation, clinic.admin.caller(), { membershipId: row?.membership_id })
    expect(await mailsTo(later)).toHaveLength(1)
    const audit = await test.db.asOwner<{ action: string; count: string }>(
      `select action, count(*) from app.audit_log where clinic_id = $1
          and action in ('patients.import_started', 'patients.imported', 'invitation.sent') group by action order by action`,
      [clinic.id],
    )
    expect(audit.map(({ action, count }) => `${action} ${count}`)).toEqual([
      'invitation.sent 2',
      'patients.import_started 2',
      'patients.imported 2',
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
    expect(await preparedFor(person)).toEqual([
      { paid_until: '2026-03-31', phone: '+14165550199', date_of_birth: '1990-03-04' },
    ])
    expect(
      await test.db.asOwner('select phone, date_of_birth from app.patient_import_rows where email = $1', [
        person.email,
      ]),
    ).toEqual([{ phone: null, date_of_birth: null }])

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

  it('gets it by the join page too, with one membership', async () => {
    const clinic = await test.aSellingClinic()
    await test.aPublishedPlan(clinic)
    const person = await aSignedInPerson(test.db, { email: anAddress() })
    await imported(clinic, [{ fullName: 'Ida Moss', email: person.email, plan: 'Whole Year', ...details }])
    await test.call(joinClinic, person.caller(clinic), { clinicId: clinic.id })
    expect(await preparedFor(person)).toMatchObject([{ phone: '+14165550199' }])
    expect(await waiting(clinic)).toEqual([])
  })

  it('needs the confirmed address, in this clinic', async () => {
    const [clinic, other] = [await test.aSellingClinic(), await test.aSellingClinic()]
    const person = await aSignedInPerson(test.db, { email: anAddress(), confirmed: false })
    await imported(clinic, [{ fullName: 'Ida Moss', email: person.email, ...details }])
    await expect(test.call(joinClinic, person.caller(clinic), { clinicId: clinic.id })).rejects.toMatchObject(
      {
        code: 'email_not_confirmed',
      },
    )
    await test.db.asOwner('update auth.users set email_confirmed_at = now() where id = $1', [person.userId])
    await test.call(joinClinic, person.caller(other), { clinicId: other.id })
    expect(await preparedFor(person)).toEqual([{ paid_until: null, phone: null, date_of_birth: null }])
  })
})

import { afterAll, beforeAll, expect, it } from 'vitest'
import type { DryRun } from '#domain/patient-imports/patient-imports.ts'
import { inviteInto } from '#testing/invitations.ts'
import { openTestPayments, type SellingClinic, type TestPayments } from '#testing/money/payments.ts'
import { aPatient } from '#testing/sign-in/people.ts'
import { checkPatientImport } from './check-patient-import.ts'

let test: TestPayments
let clinic: SellingClinic
beforeAll(async () => {
  test = await openTestPayments()
  clinic = await test.aSellingClinic({ timeZone: 'America/Toronto' })
  await test.aPublishedPlan(clinic)
})
afterAll(() => test.close())

const check = (rows: Record<string, string>[], by = clinic.admin.caller()) =>
  test.call(checkPatientImport, by, {
    rows: rows.map((cells, at) => ({ line: at + 2, cells })),
    dateOrder: 'mdy',
  }) as Promise<DryRun>

const everything = () =>
  test.db.asOwner<{ rows: string }>(
    `select (select count(*) from clinic_memberships) || ' ' || (select count(*) from invitations) || ' ' ||
            (select count(*) from app.patient_imports) || ' ' || (select count(*) from app.mails) as rows`,
  )

// spec: B2.10 An import shows its result before it writes
it('shows each first charge by the plans on sale, and writes nothing', async () => {
  const before = await everything()
  const { rows } = await check([
    { fullName: 'Ida Moss', email: 'ida@home.test', plan: 'Whole Year', paidUntil: '2026-06-30' },
    { fullName: 'Ben Ash', email: 'ben@home.test', plan: 'Gold' },
  ])
  expect(rows.map(({ line, state, firstCharge }) => ({ line, state, firstCharge }))).toEqual([
    {
      line: 2,
      state: 'ready',
      firstCharge: { on: '2026-07-01', afterDays: 0, totalCents: 9_900, currency: 'usd' },
    },
    { line: 3, state: 'problem', firstCharge: null },
  ])
  expect(await everything()).toEqual(before)
})

it('marks members and pending invitations of this clinic only, and audits the found patients', async () => {
  const other = await test.aSellingClinic()
  const [mine, elsewhere] = [await aPatient(test.db, clinic), await aPatient(test.db, other)]
  const { email: invited } = await inviteInto(test, clinic, clinic.admin.caller())
  const { rows } = await check(
    [mine.email.toUpperCase(), elsewhere.email, invited].map((email) => ({ fullName: 'Somebody', email })),
  )
  expect(rows.map(({ state }) => state)).toEqual(['here', 'ready', 'here'])
  const [read] = await test.db.asOwner<{ patient_ids: string[] }>(
    `select patient_ids from app.audit_log where clinic_id = $1 and action = 'record.read' order by id desc limit 1`,
    [clinic.id],
  )
  expect(read?.patient_ids).toEqual([mine.patientId])
})

it('refuses an empty file, and more rows than an import may have', async () => {
  const rows = Array.from({ length: 2_001 }, (_, at) => ({ fullName: 'A', email: `a${at}@home.test` }))
  await expect(check(rows)).rejects.toMatchObject({ code: 'invalid_input' })
  await expect(check([])).rejects.toMatchObject({ code: 'invalid_input' })
})

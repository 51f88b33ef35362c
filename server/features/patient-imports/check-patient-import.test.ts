import { expect, it } from 'vitest'
import type { DryRun } from '#domain/patient-imports/patient-imports.ts'
import { inviteInto } from '#testing/invitations.ts'
import { setUpPayments } from '#testing/money/set-up.ts'
import { aKnownRecord } from '#testing/patient-merges.ts'
import { aPatient } from '#testing/sign-in/people.ts'
import { checkPatientImport } from './check-patient-import.ts'

const test = await setUpPayments()
const clinic = await test.aSellingClinic({ timeZone: 'America/Toronto' })
await test.aPublishedPlan(clinic)

const check = (rows: Record<string, string>[], by = clinic.admin.caller(), changes: object = {}) =>
  test.call(checkPatientImport, by, {
    rows: rows.map((cells, at) => ({ line: at + 2, cells })),
    dateOrder: null,
    century: null,
    turnsNames: true,
    planNames: [],
    ...changes,
  }) as Promise<DryRun>

const everything = () =>
  test.db.asOwner<{ rows: string }>(
    `select (select count(*) from clinic_memberships) || ' ' || (select count(*) from patients) || ' ' || (select count(*) from invitations) || ' ' ||
            (select count(*) from app.patient_imports) || ' ' || (select count(*) from app.mails) as rows`,
  )

// spec: B2.10 An import shows its result before it writes
it('shows each first charge by the plans on sale, and writes nothing', async () => {
  const before = await everything()
  const file: Record<string, string>[] = [
    { fullName: 'Ida Moss', email: 'ida@home.test', plan: 'Whole Year', paidUntil: '2026-06-30' },
    { fullName: 'Ben Ash', email: 'ben@home.test', plan: 'Gold' },
  ]
  const { rows, planNames, offers } = await check(file)
  expect(rows.map(({ line, state, firstCharge }) => ({ line, state, firstCharge }))).toEqual([
    {
      line: 2,
      state: 'ready',
      firstCharge: { on: '2026-07-01', afterDays: 0, totalCents: 9_900, currency: 'usd' },
    },
    { line: 3, state: 'ready', firstCharge: null },
  ])
  expect(planNames).toEqual([
    { name: 'Whole Year', rows: 1, offer: null, isKnown: true },
    { name: 'Gold', rows: 1, offer: null, isKnown: false },
  ])
  const [offer] = offers
  const chosen = { planNames: [{ name: 'Gold', offer: { planId: offer?.planId, priceId: offer?.priceId } }] }
  const again = await check(file, clinic.admin.caller(), chosen)
  expect(again.rows[1]).toMatchObject({ plan: { name: 'Whole Year' }, firstCharge: { totalCents: 9_900 } })
  expect(await everything()).toEqual(before)
})

it('shows shared and taken addresses and similar patients of this clinic only, and audits the found patients', async () => {
  const other = await test.aSellingClinic()
  const [mine, elsewhere] = [await aPatient(test.db, clinic), await aPatient(test.db, other)]
  const { email: invited } = await inviteInto(test, clinic, clinic.admin.caller(), { role: 'staff' })
  const known = await aKnownRecord(test.db, clinic, 'Nora Lindquist', {
    born: '1984-03-28',
    email: 'nora@home.test',
  })
  await aKnownRecord(test.db, other, 'Ben Ash', { born: '1984-03-28' })
  const { rows, shared } = await check([
    { fullName: 'A', email: mine.email.toUpperCase() },
    { fullName: 'B', email: elsewhere.email },
    { fullName: 'C', email: invited },
    { fullName: 'LINDQUIST, Nora', birthday: '1984-03-28' },
    { fullName: 'Ben Ash', email: 'nora@home.test' },
    { fullName: 'Nora Lindquist', birthday: '1990-01-01' },
  ])
  expect(shared.map(({ email, lines, isTaken }) => ({ email, lines, isTaken }))).toEqual([
    { email: mine.email, lines: [2], isTaken: true },
    { email: invited, lines: [4], isTaken: true },
    { email: 'nora@home.test', lines: [6], isTaken: false },
  ])
  expect(rows.map(({ state }) => state)).toEqual(['ready', 'ready', 'ready', 'similar', 'ready', 'ready'])
  expect(rows[3]?.similar).toEqual([
    {
      patientId: known,
      line: null,
      name: 'Nora Lindquist',
      bornOn: '1984-03-28',
      hasAccount: false,
      hasSameName: true,
    },
  ])
  const [read] = await test.db.asOwner<{ patient_ids: string[] }>(
    `select patient_ids from app.audit_log where clinic_id = $1 and action = 'record.read' order by id desc limit 1`,
    [clinic.id],
  )
  expect(read?.patient_ids.toSorted()).toEqual([mine.patientId, known].sort())
})

it('refuses an empty file, and more rows than an import may have', async () => {
  const rows = Array.from({ length: 2_001 }, (_, at) => ({ fullName: 'A', email: `a${at}@home.test` }))
  await expect(check(rows)).rejects.toMatchObject({ code: 'invalid_input' })
  await expect(check([])).rejects.toMatchObject({ code: 'invalid_input' })
})

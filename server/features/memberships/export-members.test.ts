import { beforeEach, expect, it } from 'vitest'
import { setUpServices } from '#testing/set-up.ts'
import { aClinic, aPatient, aStaffMember, type TestClinic } from '#testing/sign-in/people.ts'
import { exportMembers } from './export-members.ts'

let clinic: TestClinic
const test = await setUpServices({ now: '2026-03-10T15:00:00Z' })
beforeEach(async () => {
  clinic = await aClinic(test.db, { timeZone: 'America/Los_Angeles' })
})

async function open(input: object = {}, by = clinic.admin.caller()): Promise<Response> {
  return (await exportMembers.call(test.services, by, input)) as Response
}

async function linesOf(response: Response): Promise<string[]> {
  // as bytes: a decoder would remove the byte order mark
  const text = Buffer.from(await response.arrayBuffer()).toString('utf8')
  return text.split('\r\n')
}

const trail = () =>
  test.db.asOwner<{ action: string; details: object; patient_count: number; purpose: string | null }>(
    `select action, details, patient_count, purpose from app.audit_log where clinic_id = $1 order by id`,
    [clinic.id],
  )

it('contains what the filter lists, with dates in the clinic’s zone', async () => {
  const { membershipId } = await aPatient(test.db, clinic, { name: 'Lena Vogt', email: 'lena@export.test' })
  await aPatient(test.db, clinic, { name: 'Somebody Else' })
  // already the 5th in London, still the 4th at the clinic
  await test.db.asOwner(`update clinic_memberships set created_at = '2026-03-05T03:00:00Z' where id = $1`, [
    membershipId,
  ])
  const response = await open({ search: 'vogt' })
  expect(response.headers.get('content-disposition')).toBe(
    `attachment; filename="members-${clinic.subdomain}-2026-03-10.csv"`,
  )
  expect(response.headers.get('cache-control')).toBe('no-store')
  expect(await linesOf(response)).toEqual([
    '\uFEFFMember,Email,Role,Status,Joined,Last Active,Plan,Plan status',
    'Lena Vogt,lena@export.test,Patient,Active,2026-03-04,,,',
    '',
  ])
})

it('turns no name into a formula', async () => {
  await aPatient(test.db, clinic, { name: '=HYPERLINK("http://evil.test","pay")', email: '+1@export.test' })
  const [, line] = await linesOf(await open({ role: 'patient' }))
  expect(line).toContain(`"'=HYPERLINK(""http://evil.test"",""pay"")",'+1@export.test,`)
})

it('contains all members, part by part, and audits each as read', async () => {
  await test.db.asOwner(
    `with people as (insert into auth.users (email, email_confirmed_at, user_metadata)
       select 'export' || n || '@' || $2 || '.test', now(), jsonb_build_object('full_name', 'Patient ' || n)
         from generate_series(1, 1100) n returning id, user_metadata),
     members as (insert into clinic_memberships (clinic_id, user_id, role, status, accepted_at)
       select $1, id, 'patient', 'active', now() from people)
     insert into patients (clinic_id, user_id, full_name) select $1, id, user_metadata ->> 'full_name' from people`,
    [clinic.id, clinic.subdomain],
  )
  const lines = await linesOf(await open())
  expect(new Set(lines.slice(1, -1)).size).toBe(1101)
  const reads = (await trail()).filter(({ action }) => action === 'record.read')
  expect(reads.map(({ patient_count }) => patient_count).reduce((a, b) => a + b)).toBe(1100)
})

it('is audited without the search text', async () => {
  await linesOf(await open({ search: 'vogt', role: 'patient' }))
  expect((await trail())[0]).toMatchObject({
    action: 'members.exported',
    details: { searched: true, role: 'patient', status: 'all', tab: 'all' },
  })
  expect(JSON.stringify(await trail())).not.toContain('vogt')
})

it('ends with the permission', async () => {
  const admin = await aStaffMember(test.db, clinic, { role: 'admin' })
  const response = await open({}, admin.caller())
  await test.db.asOwner(`update clinic_memberships set role = 'staff' where id = $1`, [admin.membershipId])
  await expect(response.arrayBuffer()).rejects.toMatchObject({ code: 'not_allowed' })
})

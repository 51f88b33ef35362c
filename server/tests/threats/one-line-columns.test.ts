// Names are on one line, whatever writes them (docs/threats.md T33).
import { describe, expect, it } from 'vitest'
import { setUpDatabase } from '#testing/set-up.ts'
import { aClinic, anInvitation, aPatient, aSignedInPerson } from '#testing/sign-in/people.ts'
import { aTask } from '#testing/tasks.ts'

const db = await setUpDatabase()
const clinic = await aClinic(db)
const { patientId } = await aPatient(db, clinic)
for (const table of ['patient_details', 'patient_health']) {
  await db.asOwner(`insert into public.${table} (clinic_id, patient_id, updated_at) values ($1, $2, now())`, [
    clinic.id,
    patientId,
  ])
}
await anInvitation(db, clinic, { email: 'invited@example.test', name: 'Dana' })
await db.asOwner(`insert into public.plans (clinic_id, kind, name) values ($1, 'wellness', 'Wellness')`, [
  clinic.id,
])
await aTask(db, clinic)
await db.asOwner(
  `insert into app.clinic_requests (email, sign_up_id, name, subdomain, requested_at, expires_at)
   values ('a@b.test', gen_random_uuid(), 'Harbor', 'harbor', now(), now())`,
)
await db.asOwner(
  `insert into app.contact_requests (about, name, email, clinic_name, message, created_at)
   values ('demo', 'Ada', 'a@b.test', 'Lane', 'Hello', now())`,
)
await db.asOwner(
  `insert into public.sso_providers (clinic_id, name, entity_id, sso_url, certificates, domains)
   values ($1, 'Okta', 'https://idp.test', 'https://idp.test/sso', '{x}', '{idp.test}')`,
  [clinic.id],
)

const columns = [
  'app.clinic_requests.name',
  'app.contact_requests.clinic_name',
  'app.contact_requests.name',
  'public.clinics.name',
  'public.clinics.tagline',
  'public.clinics.phone',
  'public.invitations.name',
  'public.patient_details.address',
  'public.patient_details.city',
  'public.patient_health.emergency_contact',
  'public.patients.full_name',
  'public.plans.name',
  'public.sso_providers.name',
  'public.tasks.title',
]

describe.each(columns)('%s', (path) => {
  const [schema, table, column] = path.split('.')
  const write = (text: string) =>
    db.asOwner(`update ${schema}.${table} set ${column} = $1 returning ${column} as text`, [text])

  it.each([
    ['a line feed', 'Dana\nFox'],
    ['a carriage return', 'Dana\rFox'],
    ['a tab', 'Dana\tFox'],
    ['an escape', 'Dana\u001b[31m'],
    ['a C1 line end', 'Dana\u0085Fox'],
    ['a line separator', 'Dana\u2028Fox'],
    ['a turned direction', 'Dana\u202exoF'],
  ])('refuses %s', async (_what, text) => {
    await expect(write(text)).rejects.toMatchObject({ code: '23514' })
  })

  it('takes letters, marks and blanks of any script', async () => {
    const name = 'Zoë  O’Neill 👩‍⚕️ 李 نور'
    expect((await write(name)).at(0)).toEqual({ text: name })
  })
})

it('a patient’s record takes the name of their account on one line', async () => {
  const person = await aSignedInPerson(db, { metadata: { full_name: 'Dana\r\nBcc: x' } })
  await db.asOwner('select app.upsert_patient_record($1, $2, null, now())', [clinic.id, person.userId])
  const [record] = await db.asOwner('select full_name from public.patients where user_id = $1', [
    person.userId,
  ])
  expect(record).toEqual({ full_name: 'Dana Bcc: x' })
})

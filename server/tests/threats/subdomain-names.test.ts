// Every reserved or deceptive name, at both endpoints that assign an address (docs/threats.md T9).
import { expect, it } from 'vitest'
import { reservedSubdomains } from '#domain/clinics/reserved-subdomains.ts'
import { createClinicWithAdmin } from '#server/features/clinics/create-clinic-with-admin.ts'
import { updateClinicProfile } from '#server/features/clinics/update-clinic-profile.ts'
import { setUpClinic } from '#testing/set-up.ts'
import { aSignedInPerson } from '#testing/sign-in/people.ts'

const { test, clinic } = await setUpClinic()

const nearForms = [
  ...['ADMIN', ' admin ', 'Admin', 'wWw', ' API', 'Carefold', 'LOGIN ', '\tauth'],
  // Cyrillic a, e, o; Greek omicron; full width; a combining accent; zero width
  ...['аdmin', 'carеfold', 'lоgin', 'lοgin', 'ａｄｍｉｎ', 'admín', 'ad\u200bmin', 'admin\u00ad'],
  ...['xn--80ak6aa92e', 'xn--carefold', 'XN--ADMIN'],
  ...['admin.', '.admin', 'a.admin', 'admin.carefold', 'admin--', '-admin', 'admin-', 'admin_1', 'ad min'],
  ...['admin/', 'admin%2e', 'admin:80', 'admin@x', 'a'.repeat(64)],
]

const refusal = async (asked: Promise<unknown>): Promise<string> =>
  asked.then(
    () => 'taken over',
    (error: { code?: string }) => error.code ?? 'a defect',
  )
const create = async (subdomain: string) =>
  refusal(
    createClinicWithAdmin.call(
      test.services,
      { ...(await aSignedInPerson(test.db)).caller(), address: crypto.randomUUID() },
      { name: 'A Clinic', subdomain },
    ),
  )
const rename = (subdomain: string) =>
  refusal(
    updateClinicProfile.call(test.services, clinic.admin.caller(), {
      ...{ name: 'A Clinic', timeZone: 'UTC', color: 'plum' },
      subdomain,
    }),
  )

const names = [...reservedSubdomains]
const attempts = (['create', 'rename'] as const).flatMap((way) => [
  ...names.map((name) => ({ way, name, kind: 'reserved' as const })),
  ...nearForms.map((name) => ({ way, name, kind: 'near' as const })),
])

it('no name of ours becomes a clinic’s, nor one that could be mistaken for it', async () => {
  expect(attempts.length).toBeGreaterThan(300)
  for (const { way, name, kind } of attempts) {
    const code = await (way === 'create' ? create : rename)(name)
    const expected =
      kind === 'reserved' && name.length > 2
        ? ['subdomain_reserved']
        : ['subdomain_reserved', 'subdomain_invalid', 'invalid_input']
    expect(expected, `${way} ${JSON.stringify(name)}: ${code}`).toContain(code)
  }
  const held = await test.db.asOwner<{ subdomain: string }>(
    'select subdomain from clinics union select subdomain from app.clinic_requests',
  )
  expect(held.map(({ subdomain }) => subdomain).filter((name) => reservedSubdomains.has(name))).toEqual([])
  expect(held.map(({ subdomain }) => subdomain)).toContain(clinic.subdomain)
})

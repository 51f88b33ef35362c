// An installation whose clinics use single sign-on becomes one that trusts proven addresses and domains (docs/decisions/0146,
// docs/decisions/0147).
import { afterAll, expect, it } from 'vitest'
import { openOwner } from '#testing/owner.ts'
import { migrate, readMigrations } from './migrations.ts'

const { owner, close } = await openOwner()
afterAll(close)

it('lets the domains of providers wait, and ends what single sign-on accounts have accepted as guardians', async () => {
  const all = readMigrations()
  await migrate(
    owner,
    all.filter(({ name }) => name < '0260'),
  )
  await owner.execute(`
    insert into public.clinics (id, name, subdomain)
      values ('11111111-1111-4111-8111-111111111111', 'Sunrise', 'sunrise');
    insert into public.sso_providers (id, clinic_id, name, entity_id, sso_url, certificates, domains)
      values ('22222222-2222-4222-8222-222222222222', '11111111-1111-4111-8111-111111111111', 'Okta', 'urn:okta',
              'https://idp.test/sso', '{x}', '{sunrise.test,family.test}');
    insert into auth.users (id, email, email_confirmed_at, is_sso, sso_provider_id) values
      ('33333333-3333-4333-8333-333333333331', 'parent@family.test', now(), true, '22222222-2222-4222-8222-222222222222'),
      ('33333333-3333-4333-8333-333333333332', 'other@family.test', now(), false, null);
    insert into public.patients (id, clinic_id, full_name)
      values ('44444444-4444-4444-8444-444444444444', '11111111-1111-4111-8111-111111111111', 'Mia Example');
    insert into public.patient_guardians (clinic_id, patient_id, email, full_name, user_id, access, agreed_by, created_at,
                                          expires_at, accepted_at)
      select '11111111-1111-4111-8111-111111111111', '44444444-4444-4444-8444-444444444444', u.email, 'Greta Guardian', u.id,
             'full', 'Both parents', now(), now(), now() from auth.users u`)

  await migrate(owner, all)

  expect(await owner.query('select domain, proven_at from app.sso_domains order by domain')).toEqual([
    { domain: 'family.test', proven_at: null },
    { domain: 'sunrise.test', proven_at: null },
  ])
  expect(
    await owner.query('select email, ended_because from public.patient_guardians order by email'),
  ).toEqual([
    { email: 'other@family.test', ended_because: null },
    { email: 'parent@family.test', ended_because: 'team' },
  ])
  expect(await owner.query('select address from app.proven_addresses')).toEqual([
    { address: 'other@family.test' },
  ])
})

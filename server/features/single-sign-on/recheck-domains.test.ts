import { afterAll, beforeEach, expect, it } from 'vitest'
import { proofRecord } from '#domain/single-sign-on/domains.ts'
import { testDns } from '#testing/database/dns.ts'
import { heardBy } from '#testing/notices.ts'
import type { TestClinic } from '#testing/sign-in/people.ts'
import { aSsoProvider } from '#testing/sign-in/saml.ts'
import { openTestIdp } from '#testing/sign-in/saml-idp.ts'
import { aSecuredClinic, openSsoServices } from '#testing/sign-in/single-sign-on.ts'
import { recheckDomains } from './recheck-domains.ts'

let clinic: TestClinic
let domain: string
const dns = testDns()
const test = await openSsoServices({ dns })
afterAll(() => test.close())
beforeEach(async () => {
  await test.db.asOwner('update public.sso_providers set removed_at = now() where removed_at is null')
  clinic = await aSecuredClinic(test.db)
  domain = `${crypto.randomUUID()}.example`
  await aSsoProvider(test, clinic, openTestIdp('northwind'), { domains: [domain] })
  await test.db.asOwner('update app.sso_domains set checked_at = $1, proven_at = $1', [test.clock.now()])
})

const run = () => recheckDomains(test.services).run({})
async function afterDays(days: number): Promise<unknown> {
  test.clock.advance(`P${days}D`)
  return run()
}
async function record(texts: string[] | 'there' | null): Promise<void> {
  const [row] = await test.db.asOwner<{ token: string }>(
    'select token from app.sso_domains where domain = $1',
    [domain],
  )
  const { name, value } = proofRecord(domain, row?.token ?? '')
  dns.set(name, texts === 'there' ? [value] : texts)
}
const state = async () => {
  const [row] = await test.db.asOwner<Record<string, Date | null>>(
    'select proven_at, missing_since, lost_at from app.sso_domains where clinic_id = $1',
    [clinic.id],
  )
  return row?.lost_at ? 'lost' : row?.missing_since ? 'missing' : row?.proven_at ? 'proven' : 'waiting'
}
const heard = async () => (await heardBy(test.db, clinic.admin)).map(({ kind }) => kind).sort()

it('looks up a proven domain once a week, and leaves it proven while its record exists', async () => {
  await record('there')
  expect(await afterDays(6)).toEqual({ checked: 0 })
  expect(await afterDays(1)).toEqual({ checked: 1 })
  expect(await state()).toBe('proven')
  expect(await afterDays(1)).toEqual({ checked: 0 })
})

it('notifies the admins once of a missing record, looks it up daily, and revokes the domain after seven days', async () => {
  await record([])
  await afterDays(7)
  expect([await state(), await heard()]).toEqual(['missing', ['sso_domain_missing']])
  expect(await afterDays(1)).toEqual({ checked: 1 })
  await afterDays(5)
  expect([await state(), await heard()]).toEqual(['missing', ['sso_domain_missing']])
  await afterDays(1)
  expect([await state(), await heard()]).toEqual(['lost', ['sso_domain_lost', 'sso_domain_missing']])
  const trail = await test.db.asOwner('select action, actor_kind from app.audit_log where clinic_id = $1', [
    clinic.id,
  ])
  expect(trail).toEqual([{ action: 'sso_domain.lost', actor_kind: 'system' }])
})

it('forgets a gap that ends within the seven days', async () => {
  await record([])
  await afterDays(7)
  await record('there')
  await afterDays(6)
  expect(await state()).toBe('proven')
  await record([])
  await afterDays(7)
  expect(await state()).toBe('missing')
})

it('gives the whole week of grace after a time without lookups', async () => {
  await record([])
  await afterDays(60)
  expect(await state()).toBe('missing')
})

it('notifies of name servers that are silent for three days, and revokes the domain as well', async () => {
  await record(null)
  await afterDays(7)
  expect([await state(), await heard()]).toEqual(['missing', []])
  await afterDays(3)
  expect(await heard()).toEqual(['sso_domain_missing'])
  await afterDays(4)
  expect(await state()).toBe('lost')
})

it('proves a revoked domain again once its record is back, unless another clinic has it', async () => {
  await record([])
  await afterDays(7)
  await afterDays(7)
  expect(await state()).toBe('lost')
  await record('there')
  const other = await aSecuredClinic(test.db)
  await aSsoProvider(test, other, openTestIdp('other'), { domains: [domain], proven: false })
  await test.db.asOwner('update app.sso_domains set proven_at = $2, checked_at = $2 where clinic_id = $1', [
    other.id,
    new Date(test.clock.now().getTime() + 7 * 86_400_000),
  ])
  await afterDays(7)
  expect(await state()).toBe('lost')
  await test.db.asOwner('update app.sso_domains set proven_at = null where clinic_id = $1', [other.id])
  await afterDays(7)
  expect(await state()).toBe('proven')
})

it('does not look up a domain that was never proven', async () => {
  await test.db.asOwner('update app.sso_domains set proven_at = null, checked_at = null')
  expect(await afterDays(7)).toEqual({ checked: 0 })
})

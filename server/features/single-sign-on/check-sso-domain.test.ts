import { afterAll, beforeEach, describe, expect, it } from 'vitest'
import { proofRecord, type SsoDomainView } from '#domain/single-sign-on/domains.ts'
import type { Services } from '#server/clinic/action.ts'
import type { Caller } from '#server/platform/database/transactions.ts'
import { testDns } from '#testing/database/dns.ts'
import { exhaustLimit } from '#testing/database/rate-limits.ts'
import { heardBy } from '#testing/notices.ts'
import { aStaffMember, type TestClinic } from '#testing/sign-in/people.ts'
import { aSsoProvider, proveDomains } from '#testing/sign-in/saml.ts'
import { openTestIdp } from '#testing/sign-in/saml-idp.ts'
import { aSecuredClinic, openSsoServices } from '#testing/sign-in/single-sign-on.ts'
import { checkSsoDomain } from './check-sso-domain.ts'
import { removeSsoProvider } from './remove-sso-provider.ts'
import { ssoSettings } from './sso-settings.ts'

let clinic: TestClinic
let domain: string
let providerId: string
const idp = openTestIdp('northwind')
const dns = testDns()
const test = await openSsoServices({ dns })
afterAll(() => test.close())
beforeEach(async () => {
  clinic = await aSecuredClinic(test.db)
  domain = `${crypto.randomUUID()}.example`
  providerId = await aSsoProvider(test, clinic, idp, { domains: [domain], proven: false })
})

const check = (caller: Caller = clinic.admin.caller(), services: Services = test.services, asked = domain) =>
  checkSsoDomain.call(services, caller, { domain: asked }) as Promise<{
    domain: SsoDomainView
    answer: string
  }>
const shown = async (of: TestClinic = clinic): Promise<SsoDomainView | undefined> => {
  const { domains } = (await ssoSettings.call(test.services, of.admin.caller(), {})) as {
    domains: SsoDomainView[]
  }
  return domains.find((view) => view.domain === domain)
}
async function publish(of: TestClinic = clinic): Promise<void> {
  const { name, value } = (await shown(of))?.record ?? { name: '', value: '' }
  dns.set(name, ['v=spf1 -all', value])
}
const trail = (of: TestClinic) =>
  test.db.asOwner(
    `select action, actor_id, subject_id from app.audit_log where clinic_id = $1 and action like 'sso_domain.%' order by id`,
    [of.id],
  )

describe('a provider’s domain', () => {
  it('waits for a record with a random token of its clinic', async () => {
    const view = await shown()
    expect(view).toMatchObject({ domain, state: 'waiting', checkedAt: null, stopsAt: null })
    expect(view?.record.name).toBe(`_carefold.${domain}`)
    expect(view?.record.value).toMatch(/^carefold-domain=[0-9a-f]{32}$/)
    const other = await aSecuredClinic(test.db)
    await aSsoProvider(test, other, idp, { domains: [domain], proven: false })
    expect((await shown(other))?.record.value).not.toBe(view?.record.value)
  })

  it.each<[string, (name: string, value: string) => string[] | null, string]>([
    ['there is no record', () => [], 'absent'],
    ['the record holds something else', (_, value) => [`${value}0`, value.slice(0, -1)], 'absent'],
    ['no name server answers', () => null, 'unanswered'],
  ])('still waits when %s', async (_, texts, answer) => {
    const { name, value } = (await shown())?.record ?? { name: '', value: '' }
    dns.set(name, texts(name, value))
    const checkedAt = test.clock.now().toISOString()
    expect(await check()).toMatchObject({ answer, domain: { state: 'waiting', checkedAt } })
    expect(await trail(clinic)).toEqual([])
  })

  it('is proven by its record, which is audited and alerts the other admins', async () => {
    const admin = await aStaffMember(test.db, clinic, { role: 'admin' })
    await publish()
    expect(await check()).toMatchObject({ answer: 'found', domain: { domain, state: 'proven' } })
    expect(await trail(clinic)).toEqual([
      { action: 'sso_domain.proven', actor_id: clinic.admin.userId, subject_id: domain },
    ])
    await check()
    expect(await trail(clinic)).toHaveLength(1)
    expect(await heardBy(test.db, admin)).toEqual([{ kind: 'security_changed', patient_id: null }])
  })

  it('is not proven by another clinic’s record', async () => {
    const other = await aSecuredClinic(test.db)
    await aSsoProvider(test, other, idp, { domains: [domain], proven: false })
    await publish(other)
    expect(await check()).toMatchObject({ answer: 'absent', domain: { state: 'waiting' } })
  })

  it('belongs to one clinic, until that clinic removes it', async () => {
    const holder = await aSecuredClinic(test.db)
    const holding = await aSsoProvider(test, holder, idp, { domains: [domain] })
    await publish()
    await expect(check()).rejects.toMatchObject({ code: 'sso_domain_taken', status: 409 })
    expect(await shown()).toMatchObject({ state: 'waiting' })
    expect(await shown(holder)).toMatchObject({ state: 'proven' })
    await removeSsoProvider.call(test.services, holder.admin.caller(), { providerId: holding })
    expect(await check()).toMatchObject({ domain: { state: 'proven' } })
  })

  it('is proven by one of two clinics at the same time', async () => {
    const other = await aSecuredClinic(test.db)
    await aSsoProvider(test, other, idp, { domains: [domain], proven: false })
    const records = [await shown(), await shown(other)].flatMap((view) => view?.record ?? [])
    dns.set(
      records[0]?.name ?? '',
      records.map(({ value }) => value),
    )
    const outcomes = await Promise.allSettled([check(), check(other.admin.caller())])
    expect(outcomes.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
    const refused = outcomes.find((outcome) => outcome.status === 'rejected')
    expect(refused?.reason).toMatchObject({ code: 'sso_domain_taken' })
  })

  it('that is proven is given seven days when its record is gone', async () => {
    await proveDomains(test, clinic, [domain])
    const stopsAt = new Date(test.clock.now().getTime() + 7 * 86_400_000).toISOString()
    expect(await check()).toMatchObject({ answer: 'absent', domain: { state: 'proven', stopsAt } })
    await publish()
    expect(await check()).toMatchObject({ domain: { state: 'proven', stopsAt: null } })
  })

  it('gets a new token when it is added again after its provider was removed', async () => {
    await publish()
    await check()
    await removeSsoProvider.call(test.services, clinic.admin.caller(), { providerId })
    expect(await shown()).toBeUndefined()
    await aSsoProvider(test, clinic, openTestIdp('again'), { domains: [domain], proven: false })
    expect(await check()).toMatchObject({ answer: 'absent', domain: { state: 'waiting' } })
  })
})

describe('a domain of .test', () => {
  const withSetting = () => ({
    ...test.services,
    config: { ...test.services.config, acceptsTestDomains: true },
  })

  it('is proven without a record where the setting says so, and no other domain is', async () => {
    const own = `${crypto.randomUUID()}.test`
    await aSsoProvider(test, clinic, openTestIdp('own'), { domains: [own], proven: false })
    const admin = clinic.admin.caller()
    expect(await check(admin, test.services, own)).toMatchObject({ answer: 'absent' })
    expect(await check(admin, withSetting(), own)).toMatchObject({ domain: { state: 'proven' } })
    expect(await check(admin, withSetting())).toMatchObject({ answer: 'absent' })
  })
})

describe('the check', () => {
  it('refuses another clinic’s domain like an unknown one', async () => {
    const other = await aSecuredClinic(test.db)
    for (const asked of [domain, 'unknown.example'])
      await expect(check(other.admin.caller(), test.services, asked)).rejects.toMatchObject({
        code: 'not_found',
      })
  })

  it('is limited by clinic', async () => {
    await exhaustLimit(test.db, 'check-sso-domain', clinic.id)
    await expect(check()).rejects.toMatchObject({ code: 'rate_limited' })
  })
})

it('has a record that fits into the DNS for the longest domain', () => {
  const { name, value } = proofRecord('a'.repeat(243), '0'.repeat(32))
  expect(name.length).toBeLessThanOrEqual(253)
  expect(value.length).toBeLessThanOrEqual(255)
})

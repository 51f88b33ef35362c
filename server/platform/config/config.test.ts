import { describe, expect, it } from 'vitest'
import { clinicOrigin, readConfig } from './config.ts'
import { settingsOfNode } from './node-settings.ts'

const production = {
  NODE_ENV: 'production',
  APP_DOMAIN: 'carefold.example',
  DATABASE_URL: 'postgres://carefold_login@db/carefold',
  SMTP_URL: 'smtp://mail',
  STRIPE_SECRET_KEY: 'sk_live_example',
  STRIPE_WEBHOOK_SECRET: 'whsec_0123456789abcdef',
  STRIPE_CONNECT_WEBHOOK_SECRET: 'whsec_fedcba9876543210',
  SIGNING_KEYS: 'x'.repeat(120),
  ENCRYPTION_KEY: 'x'.repeat(43).concat('='),
}

describe('settings', () => {
  it('default to a demo on the embedded database', () => {
    const config = readConfig({})
    expect(config).toMatchObject({
      port: 3000,
      host: '127.0.0.1',
      appDomain: 'carefold.localhost',
      demo: true,
      role: 'all',
    })
    expect(config.mainOrigin).toBe('http://carefold.localhost:3000')
    expect(clinicOrigin(config, 'sunrise')).toBe('http://sunrise.carefold.localhost:3000')
  })

  it('load no demo into a Postgres server unless asked to', () => {
    expect(readConfig({ DATABASE_URL: 'postgres://x/y' }).demo).toBe(false)
    expect(readConfig({ DATABASE_URL: 'postgres://x/y', DEMO: 'on' }).demo).toBe(true)
    expect(readConfig({ DEMO: 'off' }).demo).toBe(false)
  })

  it('allow manual linking only where it is switched on', () => {
    expect(readConfig({}).manualLinking).toBe(false)
    expect(readConfig(production).manualLinking).toBe(false)
    expect(readConfig({ ...production, MANUAL_LINKING: 'on' }).manualLinking).toBe(true)
    expect(() => readConfig({ MANUAL_LINKING: 'yes' })).toThrow('MANUAL_LINKING must be one of on, off')
  })

  it('embed videos of the named services only', () => {
    expect(readConfig({}).videoProviders).toEqual([])
    expect(readConfig({ EMBED_VIDEO: 'vimeo, youtube' }).videoProviders).toEqual(['vimeo', 'youtube'])
    expect(() => readConfig({ EMBED_VIDEO: 'youtube,https://evil.test' })).toThrow(/EMBED_VIDEO/)
  })

  it('connect calendars with a secret, at Microsoft in a tenant', () => {
    expect(readConfig({})).toMatchObject({ googleCalendar: null, microsoftCalendar: null })
    const ids = { GOOGLE_CALENDAR_CLIENT_ID: 'carefold.apps', MICROSOFT_CALENDAR_CLIENT_ID: 'an-id' }
    expect(() => readConfig(ids)).toThrow(/GOOGLE_CALENDAR_CLIENT_SECRET/)
    const all = {
      ...ids,
      GOOGLE_CALENDAR_CLIENT_SECRET: 'a-long-secret',
      MICROSOFT_CALENDAR_CLIENT_SECRET: 'another-secret',
    }
    expect(readConfig(all)).toMatchObject({
      googleCalendar: { clientId: 'carefold.apps', clientSecret: 'a-long-secret' },
      microsoftCalendar: { clientId: 'an-id', clientSecret: 'another-secret', tenant: 'common' },
    })
    for (const tenant of ['a/b', '../x', 'a?b', 'a b'])
      expect(() => readConfig({ ...all, MICROSOFT_CALENDAR_TENANT: tenant })).toThrow(/TENANT/)
  })

  it('frame slides of the named services, and read Google Slides with a secret', () => {
    expect(readConfig({})).toMatchObject({ slideFrames: [], googleSlides: null })
    expect(readConfig({ EMBED_SLIDES: 'google' }).slideFrames).toEqual(['google'])
    expect(() => readConfig({ EMBED_SLIDES: 'https://evil.test' })).toThrow(/EMBED_SLIDES/)
    const id = { GOOGLE_SLIDES_CLIENT_ID: 'carefold.apps' }
    expect(() => readConfig(id)).toThrow(/GOOGLE_SLIDES_CLIENT_SECRET/)
    expect(readConfig({ ...id, GOOGLE_SLIDES_CLIENT_SECRET: 'a-long-secret' }).googleSlides).toEqual({
      clientId: 'carefold.apps',
      clientSecret: 'a-long-secret',
    })
  })

  it('accept .test domains as verified where the setting allows it, and never in production', () => {
    expect(readConfig({}).acceptsTestDomains).toBe(false)
    expect(readConfig({ SSO_TEST_DOMAINS: 'on' }).acceptsTestDomains).toBe(true)
    expect(readConfig({ ...production, SSO_TEST_DOMAINS: 'off' }).acceptsTestDomains).toBe(false)
    expect(() => readConfig({ ...production, SSO_TEST_DOMAINS: 'on' })).toThrow(/SSO_TEST_DOMAINS/)
  })

  it('are accepted in production when complete', () => {
    const config = readConfig(production)
    expect(config).toMatchObject({ demo: false, mainOrigin: 'https://carefold.example' })
    expect(clinicOrigin(config, 'sunrise')).toBe('https://sunrise.carefold.example')
  })

  it.each(Object.keys(production).filter((name) => name !== 'NODE_ENV'))(
    'are refused in production without %s, by name',
    (name) => {
      expect(() => readConfig({ ...production, [name]: '' })).toThrow(new RegExp(`^${name} is missing$`))
    },
  )

  it.each([
    ['STRIPE_WEBHOOK_SECRET', 'short'],
    ['STRIPE_CONNECT_WEBHOOK_SECRET', 'short'],
    ['SIGNING_KEYS', '{}'],
    ['ENCRYPTION_KEY', 'short'],
  ])('are refused with a weak %s', (name, value) => {
    expect(() => readConfig({ ...production, [name]: value })).toThrow(`${name} is too short`)
  })

  it('accept a replica of a server, but not of the embedded database', () => {
    const replica = { DATABASE_REPLICA_URL: 'postgres://there/carefold' }
    expect(readConfig({}).databaseReplicaUrl).toBeNull()
    expect(readConfig({ ...replica, DATABASE_URL: 'postgres://here/carefold' }).databaseReplicaUrl).toBe(
      replica.DATABASE_REPLICA_URL,
    )
    expect(() => readConfig(replica)).toThrow('DATABASE_REPLICA_URL needs DATABASE_URL')
  })

  it('name the databases of further nodes, each with its main site and its part of the file store', () => {
    const here = { DATABASE_URL: 'postgres://here/carefold' }
    expect(readConfig(here).databaseNodes).toEqual([])
    const nodes = 'app2=postgres://a:b,c@there/x?sslmode=require app3=postgresql://third/x'
    const config = readConfig({ ...here, DATABASE_NODES: nodes })
    expect(config.databaseNodes).toEqual([
      { name: 'app2', url: 'postgres://a:b,c@there/x?sslmode=require' },
      { name: 'app3', url: 'postgresql://third/x' },
    ])
    const [second] = config.databaseNodes
    expect(second && settingsOfNode(config, second)).toMatchObject({
      node: 'app2',
      mainOrigin: 'http://app2.carefold.localhost:3000',
      hooksOrigin: 'http://carefold.localhost:3000',
      databaseUrl: second?.url,
    })
    expect(() => readConfig({ DATABASE_NODES: nodes })).toThrow('DATABASE_NODES needs DATABASE_URL')
    for (const wrong of ['two=postgres://there/x', 'app2', 'app2=mysql://there/x', 'app=postgres://there/x'])
      expect(() => readConfig({ ...here, DATABASE_NODES: wrong })).toThrow('DATABASE_NODES must be like')
    for (const twice of ['app2=postgres://a/x app2=postgres://b/x', 'app2=postgres://here/carefold'])
      expect(() => readConfig({ ...here, DATABASE_NODES: twice })).toThrow('twice')
  })

  it('name a distributed database alone, without a replica', () => {
    const here = { DATABASE_URL: 'postgres://here/carefold', DATABASE_NODES: 'distributed' }
    expect(readConfig(here)).toMatchObject({ isDistributed: true, databaseNodes: [] })
    expect(readConfig({ ...here, DATABASE_NODES: '' }).isDistributed).toBe(false)
    expect(() => readConfig({ DATABASE_NODES: 'distributed' })).toThrow('DATABASE_NODES needs DATABASE_URL')
    const both = { ...here, DATABASE_NODES: 'app2=postgres://there/x distributed' }
    expect(() => readConfig(both)).toThrow('DATABASE_NODES=distributed excludes other nodes')
    expect(() => readConfig({ ...here, DATABASE_REPLICA_URL: 'postgres://there/x' })).toThrow(
      'DATABASE_NODES=distributed excludes DATABASE_REPLICA_URL',
    )
  })

  it('name the missing or invalid setting of a text message provider', () => {
    expect(readConfig({}).sms).toBeNull()
    expect(() => readConfig({ TWILIO_FROM: '+14155550100' })).toThrow('TWILIO_ACCOUNT_SID is missing')
    const twilio = { TWILIO_ACCOUNT_SID: `AC${'0'.repeat(32)}`, TWILIO_AUTH_TOKEN: 'token' }
    expect(() => readConfig({ ...twilio, TWILIO_FROM: '555-0100' })).toThrow('TWILIO_FROM must be')
    expect(readConfig({ ...twilio, TWILIO_FROM: '+14155550100' }).sms?.from).toBe('+14155550100')
  })

  it.each([
    ['PORT', 'http'],
    ['PORT', '70000'],
    ['ROLE', 'boss'],
    ['ROLE', 'worker'],
    ['NODE_ENV', 'prod'],
    ['LOG_LEVEL', 'loud'],
    ['APP_DOMAIN', 'https://carefold.example'],
    ['TRUSTED_PROXY_HOPS', '-1'],
  ])('are refused with %s=%s', (name, value) => {
    expect(() => readConfig({ [name]: value })).toThrow(name)
  })

  it('never allow the demo accounts in production', () => {
    expect(() => readConfig({ ...production, DEMO: 'on' })).toThrow('DEMO')
  })

  it('require the payment sandbox to be named explicitly in production', () => {
    const { STRIPE_SECRET_KEY: _, ...withoutStripe } = production
    expect(readConfig({ ...withoutStripe, PAYMENTS: 'sandbox' }).stripe).toBeNull()
  })
})

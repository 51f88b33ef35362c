import { createHmac } from 'node:crypto'
import { sql } from 'kysely'
import type { AuthSettings } from '#server/auth/context/settings.ts'
import type { PasswordHasher } from '#server/auth/hashing/hashing.ts'
import { parseSigningKeys } from '#server/auth/keys/signing-keys.ts'
import { makeSamlKey, samlKey } from '#server/auth/saml/saml-key.ts'
import type { Database } from '#server/platform/database/database.ts'
import { silentLogger } from '#server/platform/log.ts'
import type { Answer, Call } from './call.ts'
import { referenceSettings } from './standalone/reference-settings.ts'
import { openStandalone, type Standalone } from './standalone/standalone.ts'

export const siteUrl = 'http://localhost:9999'

/** Signs the access tokens of a run, so that cases can forge tokens. */
export const sharedSecret = 'a shared secret of the conformance run'

/** A number with a fixed code, to which nothing is sent. */
export const testNumber = { phone: '15550009999', code: '246810' }

export const unknownId = '00000000-0000-4000-8000-000000000000'

export interface TestUser {
  id: string
  email: string
  phone: string
  password: string
}

export interface SignedIn extends TestUser {
  accessToken: string
  refreshToken: string
  sessionId: string
}

export interface Message {
  subject: string
  /** `token` or `token_hash` of its link; empty without one. */
  link: string
  type: string
  redirectTo: string
  code: string
}

export interface World {
  send(call: Call): Promise<Answer>
  withSettings(settings: Partial<AuthSettings>): World
  newEmail(): string
  newPhone(): string
  /** Created through the admin endpoint; by default with a confirmed e-mail address. */
  createUser(options?: Partial<TestUser> & { confirmed?: boolean; byPhone?: boolean }): Promise<TestUser>
  signIn(user: TestUser): Promise<SignedIn>
  createSignedInUser(options?: Parameters<World['createUser']>[0]): Promise<SignedIn>
  lastMessage(to: string): Promise<Message>
  messageCount(to: string): Promise<number>
  /** The actions in a user's audit trail, oldest first. */
  audit(userId: string): Promise<string[]>
  adminToken(): Promise<string>
  /** A token with any claims and a valid signature. */
  forge(claims: Record<string, unknown>, secret?: string): string
  /**
   * A clinic that trusts the identity provider at https://idp.test and has proven its domain. @returns the provider's
   * id
   */
  ssoProvider(options?: { domain?: string; isDisabled?: boolean }): Promise<string>
  now(): Date
  advanceSeconds(seconds: number): void
  close(): Promise<void>
}

/** The settings of the cases: the reference's, with every sign-in method on. */
export function conformanceSettings(): Partial<AuthSettings> {
  return {
    ...referenceSettings({ siteUrl, externalUrl: siteUrl, accessTokenSeconds: 3600 }),
    phoneProvider: true,
    anonymous: true,
    redirectAllowList: ['https://*.clinic.example/welcome', 'carefold-app://**'],
    smsTestCodes: { [testNumber.phone]: testNumber.code },
  }
}

/**
 * @param parts.database a migrated one, which the world closes; by default a new one in memory
 * @param parts.hasher by default the product's
 */
export async function openWorld(
  parts: { database?: Database; hasher?: PasswordHasher } = {},
): Promise<World> {
  const instance = await openStandalone({
    settings: conformanceSettings(),
    keys: parseSigningKeys(sharedSecret),
    dataDir: null,
    ...parts,
    smtpUrl: null,
    work: false,
    log: silentLogger,
  })
  return worldOf(instance, instance)
}

let serial = 0

function worldOf(instance: Standalone, service: Pick<Standalone, 'fetch'>): World {
  const world: World = {
    async send({ method, path, body, token, headers: given = {}, address = '192.0.2.7' }) {
      const headers = new Headers(given)
      if (token) headers.set('authorization', `Bearer ${token}`)
      const text = typeof body === 'string' ? body : JSON.stringify(body)
      const request = new Request(`${siteUrl}${path}`, {
        method,
        headers,
        ...(body === undefined ? {} : { body: text }),
      })
      const response = await service.fetch(request, address)
      const answer = await response.text()
      return {
        status: response.status,
        body: answer === '' ? null : JSON.parse(answer),
        headers: response.headers,
      }
    },
    withSettings: (settings) =>
      Object.keys(settings).length === 0 ? world : worldOf(instance, instance.withSettings(settings)),
    newEmail: () => `person-${++serial}@example.test`,
    newPhone: () => `1555${String(++serial).padStart(7, '0')}`,
    async createUser({ confirmed = true, byPhone = false, ...given } = {}) {
      const user = {
        email: byPhone ? '' : world.newEmail(),
        phone: byPhone ? world.newPhone() : '',
        password: 'a quiet long password',
        ...given,
      }
      const { email, phone, password } = user
      const { status, body } = await underOwnSettings.send({
        method: 'POST',
        path: '/admin/users',
        token: await world.adminToken(),
        body: {
          ...(email ? { email, email_confirm: confirmed } : {}),
          ...(phone ? { phone, phone_confirm: confirmed } : {}),
          password,
        },
      })
      if (status !== 200) throw new Error(`no user was created: ${JSON.stringify(body)}`)
      return { ...user, id: body.id }
    },
    async signIn(user) {
      const { email, phone, password } = user
      const { status, body, headers } = await underOwnSettings.send({
        method: 'POST',
        path: '/token?grant_type=password',
        body: email ? { email, password } : { phone, password },
      })
      if (status !== 200) throw new Error(`sign-in failed: ${JSON.stringify(body)}`)
      return {
        ...user,
        accessToken: body.access_token,
        refreshToken: body.refresh_token,
        sessionId: headers.get('sb-auth-session-id') ?? '',
      }
    },
    createSignedInUser: async (options) => world.signIn(await world.createUser(options)),
    async lastMessage(to) {
      await instance.settle()
      const [mail] = await instance.mails(to)
      if (!mail) throw new Error(`nothing was sent to ${to}`)
      const link = mail.links[0] ? new URL(mail.links[0]).searchParams : new URLSearchParams()
      return {
        subject: mail.subject,
        link: link.get('token') ?? link.get('token_hash') ?? '',
        type: link.get('type') ?? '',
        redirectTo: link.get('redirect_to') ?? '',
        code: /(?:^|\s)(\d{6})(?=\s|$)/m.exec(mail.text)?.[1] ?? '',
      }
    },
    async messageCount(to) {
      await instance.settle()
      return (await instance.mails(to)).length
    },
    async audit(userId) {
      const { rows } = await instance.services.transactions.withSystem('conformance', (tx) =>
        sql<{ action: string }>`
          select action from app.audit_log where subject_id = ${userId} order by id`.execute(tx),
      )
      return rows.map(({ action }) => action.replace('auth.', ''))
    },
    adminToken: async () => world.forge({ role: 'service_role' }),
    forge(claims, secret = sharedSecret) {
      const now = Math.floor(instance.sessionClock.now().getTime() / 1000)
      const part = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url')
      const signed = `${part({ alg: 'HS256', typ: 'JWT' })}.${part({ iat: now, exp: now + 600, aud: 'authenticated', ...claims })}`
      return `${signed}.${createHmac('sha256', secret).update(signed).digest('base64url')}`
    },
    async ssoProvider({ domain, isDisabled = false } = {}) {
      const subdomain = `sso-${++serial}`
      // Only one clinic can have proven a domain.
      const proven = domain ?? `${subdomain}.test`
      return instance.services.transactions.withSystem('conformance', async (tx) => {
        const clinic = await tx
          .insertInto('clinics')
          .values({ name: 'Clinic with single sign-on', subdomain })
          .returning('id')
          .executeTakeFirstOrThrow()
        const provider = await tx
          .insertInto('sso_providers')
          .values({
            clinic_id: clinic.id,
            name: 'Identity provider',
            entity_id: 'https://idp.test/metadata',
            sso_url: 'https://idp.test/sso',
            certificates: [samlKey(makeSamlKey()).certificate],
            domains: [proven],
            disabled_at: isDisabled ? instance.clock.now() : null,
          })
          .returning('id')
          .executeTakeFirstOrThrow()
        await tx
          .updateTable('app.sso_domains')
          .set({ proven_at: instance.clock.now() })
          .where('domain', '=', proven)
          .execute()
        return provider.id
      })
    },
    now: () => instance.sessionClock.now(),
    advanceSeconds(seconds) {
      instance.clock.advance(`PT${seconds}S`)
      instance.sessionClock.advance(`PT${seconds}S`)
    },
    close: () => instance.close(),
  }
  // Users are created and signed in under the instance's settings, whatever a case changes.
  const underOwnSettings = service === instance ? world : worldOf(instance, instance)
  return world
}

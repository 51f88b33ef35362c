import { afterAll, describe, expect, it } from 'vitest'
import { correctAddress } from '#server/features/account/correct-address.ts'
import { checkSubdomain } from '#server/features/clinics/check-subdomain.ts'
import { reserveClinicAtSignUp } from '#server/features/clinics/reserve-clinic.ts'
import { invitePatient } from '#server/features/invitations/invite-patient.ts'
import { clinicJoin } from '#server/features/memberships/joining/clinic-join.ts'
import { type Answer, openTestAuth, somebody } from '#testing/sign-in/auth.ts'
import { aClinic, aMembershipOf, aVisitor } from '#testing/sign-in/people.ts'

// No answer reveals whether an address has an account (docs/threats.md T19, docs/contracts/auth.md D6, D18).
// bench/enumeration.ts measures the timing.

const kinds = ['known', 'unknown', 'banned', 'unconfirmed'] as const
type Kind = (typeof kinds)[number]

const plain = await openTestAuth({}, { now: new Date().toISOString() })
const test = plain.withHooks({ beforeSignUp: reserveClinicAtSignUp })
afterAll(() => test.close())
const clinic = await aClinic(test.db)

let made = 0
/** New for each call: every endpoint has cooldowns and limits per address. */
async function anAddress(kind: Kind): Promise<string> {
  made += 1
  const email = `robin-${made}@example.test`
  if (kind === 'unknown') return email
  await somebody(test, {
    email,
    confirmed: kind !== 'unconfirmed',
    changes: kind === 'banned' ? `banned_until = '2999-01-01'` : 'updated_at = now()',
  })
  return email
}

function withoutNews(text: string, email: string): string {
  return text
    .replaceAll(email, '(address)')
    .replace(/[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/g, '(id)')
    .replace(/\d{4}-\d{2}-\d{2}T[\d:.]+(Z|\+00:00)/g, '(instant)')
}

function shapeOf({ status, body, headers }: Answer, email: string) {
  return {
    status,
    // as text: the order of keys could reveal it too
    body: withoutNews(JSON.stringify(body), email),
    headers: [...headers].map(([name, value]) => `${name}: ${withoutNews(value, email)}`).sort(),
  }
}

const password = 'a quiet long password'
const post = (path: string, body: object, headers: Record<string, string> = {}) =>
  test.send('POST', path, { body, headers: { 'x-supabase-api-version': '2024-01-01', ...headers } })

const endpoints: [string, (email: string) => Promise<Answer>][] = [
  ['sign-up', (email) => post('/signup', { email, password, data: { full_name: 'Robin' } })],
  [
    'sign-up of a patient, with PKCE',
    (email) =>
      post('/signup', { email, password, code_challenge: 'a'.repeat(43), code_challenge_method: 's256' }),
  ],
  [
    'sign-in with a wrong password',
    (email) => post('/token?grant_type=password', { email, password: 'not the password' }),
  ],
  ['a forgotten password', (email) => post('/recover', { email })],
  ['a sign-in link', (email) => post('/otp', { email })],
  ['a sign-in link with create_user false', (email) => post('/otp', { email, create_user: false })],
  ['a sign-in link from /magiclink', (email) => post('/magiclink', { email })],
  ['a confirmation sent again', (email) => post('/resend', { type: 'signup', email })],
  ['a change of address sent again', (email) => post('/resend', { type: 'email_change', email })],
  ['a wrong code', (email) => post('/verify', { type: 'email', email, token: '000000' })],
  ['a wrong code of a recovery', (email) => post('/verify', { type: 'recovery', email, token: '000000' })],
  ['a wrong code of a sign-up', (email) => post('/verify', { type: 'signup', email, token: '000000' })],
]

describe.each(endpoints)('%s', (_name, call) => {
  it('gives the same answer: known, unknown, banned, unconfirmed', async () => {
    const answers = new Map<Kind, ReturnType<typeof shapeOf>>()
    for (const kind of kinds) {
      const email = await anAddress(kind)
      answers.set(kind, shapeOf(await call(email), email))
    }
    const [known] = answers.values()
    expect(known?.status).not.toBe(500)
    for (const kind of kinds) expect(answers.get(kind), kind).toEqual(known)
  })

  it('gives the same answer when repeated at once', async () => {
    const answers = new Map<Kind, ReturnType<typeof shapeOf>>()
    for (const kind of kinds) {
      const email = await anAddress(kind)
      await call(email)
      answers.set(kind, shapeOf(await call(email), email))
    }
    const [known] = answers.values()
    for (const kind of kinds) expect(answers.get(kind), kind).toEqual(known)
  })
})

async function outcomeOf(work: Promise<unknown>, email: string): Promise<string> {
  const result = await work.then(
    (value) => ({ value }),
    ({ code, status, fields }) => ({ code, status, fields }),
  )
  return withoutNews(JSON.stringify(result), email)
}

describe('an invitation into a clinic', () => {
  it.each(['patient', 'staff'])('as %s gets the same answer, the first time and again', async (role) => {
    for (const times of [1, 2]) {
      const outcomes = new Map<Kind, string>()
      for (const kind of kinds) {
        const email = await anAddress(kind)
        const body = { clinicId: clinic.id, email, name: 'Robin', role }
        const invite = () => invitePatient.call(test.services, clinic.admin.caller(), body)
        if (times === 2) await invite()
        outcomes.set(kind, await outcomeOf(invite(), email))
      }
      for (const kind of kinds) expect(outcomes.get(kind), kind).toBe(outcomes.get('known'))
      expect(outcomes.get('known')).toContain('"success":true')
    }
  })
})

describe('joining a clinic', () => {
  it('gives the same answer, the first time and again', async () => {
    for (const times of [1, 2]) {
      const outcomes = new Map<Kind, string>()
      for (const kind of kinds) {
        const email = await anAddress(kind)
        const body = { email, password, name: 'Robin', subdomain: clinic.subdomain }
        const join = () =>
          clinicJoin.call(test.services, { ...aVisitor(clinic), address: crypto.randomUUID() }, body)
        if (times === 2) await join()
        outcomes.set(kind, await outcomeOf(join(), email))
      }
      for (const kind of kinds) expect(outcomes.get(kind), kind).toBe('{"value":{"success":true}}')
    }
  })
})

describe('the check of a clinic’s address', () => {
  const check = (subdomain: string) =>
    outcomeOf(
      checkSubdomain.call(test.services, { ...aVisitor(), address: crypto.randomUUID() }, { subdomain }),
      '-',
    )

  it('says taken whatever the account: confirmed, banned, unconfirmed or waiting for confirmation', async () => {
    const names: string[] = []
    for (const kind of ['known', 'banned', 'unconfirmed'] as const) {
      const [owner] = await test.db.asOwner<{ id: string }>('select id from auth.users where email = $1', [
        await anAddress(kind),
      ])
      const taken = await aClinic(test.db)
      const person = { ...taken.admin, userId: owner?.id ?? '' }
      await aMembershipOf(test.db, person, taken, { role: 'admin' })
      names.push(taken.subdomain)
    }
    names.push('held-by-a-sign-up')
    const data = { userType: 'clinicAdmin', clinicName: 'Held Clinic', subdomain: names.at(-1) }
    const signUp = await post('/signup', { email: await anAddress('unknown'), password, data })
    expect(signUp.status).toBe(200)
    for (const name of names) {
      expect(await check(name), name).toBe('{"value":{"available":false,"reason":"taken"}}')
    }
  })
})

describe('the correction of an unconfirmed address', () => {
  it('gets the same answer for every new address, and for every account with a wrong password', async () => {
    const call = (email: string, given: string, newEmail: string) =>
      correctAddress.call(
        test.services,
        { ...aVisitor(), address: crypto.randomUUID() },
        { email, password: given, newEmail },
      )
    const [moved, refused] = [new Map<Kind, string>(), new Map<Kind, string>()]
    for (const kind of kinds) {
      const own = await anAddress('unknown')
      await somebody(test, { email: own, password, confirmed: false })
      const newEmail = await anAddress(kind)
      moved.set(kind, await outcomeOf(call(own, password, newEmail), newEmail))
      const asked = await anAddress(kind)
      refused.set(kind, await outcomeOf(call(asked, 'a guess', await anAddress('unknown')), asked))
    }
    for (const outcomes of [moved, refused]) expect(new Set(outcomes.values()).size).toBe(1)
    expect(moved.get('known')).toBe('{"value":{"success":true}}')
  })
})

import { describe, expect, it } from 'vitest'
import { auditOf, expectRefusal, setUpTestAuth, siteUrl, somebody } from '#testing/sign-in/auth.ts'
import { aClinic } from '#testing/sign-in/people.ts'

const test = setUpTestAuth()

const challenge = 'a'.repeat(43)

describe.each([
  ['/recover', { email: 'x@example.test' }],
  ['/otp', { email: 'x@example.test' }],
  ['/magiclink', { email: 'x@example.test' }],
  ['/resend', { type: 'signup', email: 'x@example.test' }],
] as const)('POST %s refuses', (path, good) => {
  it.each<[string, object, number, string]>([
    ['a bad address', { ...good, email: 'nope' }, 400, 'validation_failed'],
    ['a wrong JSON type', { ...good, email: 1 }, 400, 'bad_json'],
  ])('%s', async (_name, body, status, code) => {
    await expectRefusal(test, ['POST', path, { body }], { status, code })
  })

  it('a malformed and an empty body', async () => {
    await expectRefusal(test, ['POST', path, { rawBody: '{' }], { status: 400, code: 'bad_json' })
    await expectRefusal(test, ['POST', path, { rawBody: '' }], { status: 400, code: 'bad_json' })
  })

  it.runIf(path !== '/resend')('half of a PKCE pair and a malformed one', async () => {
    const half = { ...good, code_challenge: challenge }
    await expectRefusal(test, ['POST', path, { body: half }], { status: 400, code: 'validation_failed' })
    const short = { ...good, code_challenge: 'abc', code_challenge_method: 's256' }
    await expectRefusal(test, ['POST', path, { body: short }], { status: 400, code: 'validation_failed' })
  })
})

describe('POST /recover', () => {
  it('mails a link, and gives the same answer for an unknown address', async () => {
    const person = await somebody(test)
    const { data, error } = await test.client().resetPasswordForEmail(person.email, {
      redirectTo: `${siteUrl}/update-password`,
    })
    expect([data, error]).toEqual([{}, null])
    const mail = await test.mailTo(person.email)
    expect(mail.template).toBe('recovery')
    const link = new URL(mail.links[0] ?? '')
    expect(link.origin + link.pathname).toBe(`${siteUrl}/auth/confirm`)
    expect(Object.fromEntries(link.searchParams)).toMatchObject({
      type: 'recovery',
      redirect_to: `${siteUrl}/update-password`,
    })
    expect(await auditOf(test, person.id)).toEqual(['auth.user_recovery_requested'])
    expect((await test.client().resetPasswordForEmail('unknown@example.test')).data).toEqual({})
    expect(await test.mailCount('unknown@example.test')).toBe(0)
  })

  it('has the clinic’s name and color, and leads to the clinic’s host', async () => {
    const clinic = await aClinic(test.db, { name: 'Harbor <Clinic>' })
    await test.db.asOwner(`update clinics set color = 'plum' where id = $1`, [clinic.id])
    const person = await somebody(test)
    const host = `http://${clinic.subdomain}.carefold.localhost:3000`
    await test.client().resetPasswordForEmail(person.email, { redirectTo: `${host}/update-password` })
    const mail = await test.mailTo(person.email)
    expect(mail.html).toContain('Harbor &lt;Clinic&gt;')
    expect(mail.html).toContain('#74407F')
    expect(mail.text).toContain('Sent by Carefold for Harbor <Clinic>.')
    expect(new URL(mail.links[0] ?? '').origin).toBe(host)
    const [row] = await test.db.asOwner('select clinic_id from app.mails where to_address = $1', [
      person.email,
    ])
    expect(row).toEqual({ clinic_id: clinic.id })
  })
})

describe('POST /otp', () => {
  it('gives the same answer and sends no mail for an unknown address with create_user false (docs/contracts/auth.md D6)', async () => {
    const email = 'otp-unknown@example.test'
    const unknown = await test.send('POST', '/otp', { body: { email, create_user: false } })
    const known = await test.send('POST', '/otp', {
      body: { email: (await somebody(test)).email, create_user: false },
    })
    expect([unknown.status, unknown.body]).toEqual([200, {}])
    expect([known.status, known.body]).toEqual([200, {}])
    expect(await test.mailCount(email)).toBe(0)
    expect(await test.db.asOwner('select from auth.users where email = $1', [email])).toEqual([])
  })
})

describe('POST /resend', () => {
  it('sends a pending confirmation again, and gives the same answer when none is pending', async () => {
    const email = 'resend@example.test'
    await test.send('POST', '/signup', { body: { email, password: 'a quiet long password' } })
    test.clock.advance('PT61S')
    const client = test.client()
    expect((await client.resend({ type: 'signup', email })).error).toBeNull()
    expect(await test.mailCount(email)).toBe(2)
    test.clock.advance('PT29S')
    expect((await client.resend({ type: 'signup', email })).error?.code).toBe('over_email_send_rate_limit')
    test.clock.advance('PT2S')
    expect((await client.resend({ type: 'signup', email })).error).toBeNull()
    expect(await test.mailCount(email)).toBe(3)
    const confirmed = await somebody(test)
    for (const nobody of [confirmed.email, 'resend-unknown@example.test']) {
      for (const type of ['signup', 'email_change']) {
        const answer = await test.send('POST', '/resend', { body: { type, email: nobody } })
        expect([answer.status, answer.body]).toEqual([200, {}])
      }
      expect(await test.mailCount(nobody)).toBe(0)
    }
  })
})

describe('the mail cooldown of an address (docs/contracts/auth.md D6)', () => {
  it('is shared by recovery and sign-in links', async () => {
    const email = 'clock-shared@example.test'
    expect((await test.send('POST', '/recover', { body: { email } })).status).toBe(200)
    expect((await test.send('POST', '/otp', { body: { email, create_user: false } })).status).toBe(429)
    expect(
      (await test.send('POST', '/signup', { body: { email, password: 'a quiet long password' } })).status,
    ).toBe(200)
  })
})

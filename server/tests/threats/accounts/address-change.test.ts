// An attacker at another person's open session moves the account to another address, or uses a change of address to find
// accounts (docs/threats.md T19, T38).
import { afterAll, beforeEach, describe, expect, it } from 'vitest'
import { mailsTo } from '#testing/database/stored-mails.ts'
import { aGuestAddress } from '#testing/invitations.ts'
import { aSignedInUser, openTestAuth, type SignedIn, somebody } from '#testing/sign-in/auth.ts'

let owner: SignedIn
const test = await openTestAuth({ mailIntervalSeconds: 0 }, { now: new Date().toISOString() })
afterAll(() => test.close())
beforeEach(async () => {
  owner = await aSignedInUser(test)
})

const change = (body: object) => test.send('PUT', '/user', { token: owner.accessToken, body })
const pendingOf = async () =>
  (await test.db.asOwner('select email, new_email from auth.users where id = $1', [owner.id]))[0]

describe('an open session alone', () => {
  it.each<[string, object, string]>([
    ['without the password', {}, 'current_password_required'],
    ['with a wrong one', { current_password: 'not the password' }, 'current_password_invalid'],
  ])('changes no address %s', async (_how, proof, code) => {
    const email = aGuestAddress()
    const { status, body } = await change({ email, ...proof })
    expect([status, body.error_code]).toEqual([400, code])
    expect(await mailsTo(test.db, email)).toEqual([])
    expect(await pendingOf()).toEqual({ email: owner.email, new_email: null })
  })

  it('does not change the address of a person without a password who signed in long ago', async () => {
    await test.db.asOwner('update auth.users set password_hash = null where id = $1', [owner.id])
    const email = aGuestAddress()
    // a sign-in of today is proof enough
    expect((await change({ email })).status).toBe(200)
    await test.db.asOwner(
      `update auth.sessions set created_at = created_at - interval '25 hours' where user_id = $1`,
      [owner.id],
    )
    expect((await change({ email: aGuestAddress() })).body.error_code).toBe('reauthentication_needed')
    const wrong = await change({ email: aGuestAddress(), nonce: '000000' })
    expect(wrong.body.error_code).toBe('reauthentication_not_valid')
    await test.send('GET', '/reauthenticate', { token: owner.accessToken })
    const { code } = await test.mailTo(owner.email)
    expect((await change({ email: aGuestAddress(), nonce: code })).status).toBe(200)
  })

  it('guesses the password no more often than at sign-in', async () => {
    const statuses: number[] = []
    for (let tries = 0; tries < 40; tries++) {
      const { status } = await change({ email: aGuestAddress(), current_password: `guess ${tries}` })
      statuses.push(status)
      if (status === 429) break
    }
    expect(statuses.at(-1)).toBe(429)
  })
})

describe('the existence of an account for an address', () => {
  const kinds = ['known', 'unknown', 'banned', 'unconfirmed'] as const

  async function anAddress(kind: (typeof kinds)[number]): Promise<string> {
    if (kind === 'unknown') return aGuestAddress()
    const changes = kind === 'banned' ? `banned_until = '2999-01-01'` : 'updated_at = now()'
    return (await somebody(test, { confirmed: kind !== 'unconfirmed', changes })).email
  }

  it('is in no answer, the first time and again', async () => {
    for (const times of [1, 2]) {
      const answers: string[] = []
      for (const kind of kinds) {
        owner = await aSignedInUser(test)
        const email = await anAddress(kind)
        for (let time = 1; time < times; time++) await change({ email, current_password: owner.password })
        const { status, body } = await change({ email, current_password: owner.password })
        answers.push(anonymous(`${status} ${JSON.stringify(body)}`, email))
      }
      expect(answers[0]).toMatch(/^200 /)
      for (const answer of answers) expect(answer, `time ${times}`).toBe(answers[0])
    }
  })

  it('is reported only to the owner of the address, who gets no link that changes anything', async () => {
    const other = await somebody(test)
    await change({ email: other.email, current_password: owner.password })
    const [notice, ...more] = await mailsTo(test.db, other.email)
    expect(more).toEqual([])
    expect(notice?.template).toBe('address-taken')
    expect(notice?.links.join()).not.toMatch(/token/)
    expect(notice?.text_body).not.toContain(owner.email)
    const { tokenHash } = await test.mailTo(owner.email)
    const half = await test.send('POST', '/verify', { body: { type: 'email_change', token_hash: tokenHash } })
    expect(half.body.access_token).toBeUndefined()
    expect(await pendingOf()).toMatchObject({ email: owner.email })
  })

  it('is in no answer of the mails sent again', async () => {
    const answers: string[] = []
    for (const kind of kinds) {
      owner = await aSignedInUser(test)
      await change({ email: await anAddress(kind), current_password: owner.password })
      const body = { type: 'email_change', email: owner.email }
      const { status, body: answer } = await test.send('POST', '/resend', { body })
      answers.push(`${status} ${JSON.stringify(answer)}`)
    }
    expect(new Set(answers).size).toBe(1)
  })

  function anonymous(text: string, email: string): string {
    return text
      .replaceAll(email, '(address)')
      .replaceAll(owner.email, '(own address)')
      .replace(/[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/g, '(id)')
      .replace(/\d{4}-\d{2}-\d{2}T[\d:.]+(Z|\+00:00)/g, '(instant)')
  }
})

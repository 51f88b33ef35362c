import { AsyncResource } from 'node:async_hooks'
import { describe, expect, it } from 'vitest'
import { decodeRefreshToken, encodeRefreshToken } from '#server/auth/tokens/refresh-token.ts'
import {
  type Answer,
  aSignedInUser,
  auditOf,
  expectRefusal,
  type SignedIn,
  setUpTestAuth,
  signIn,
  somebody,
} from '#testing/sign-in/auth.ts'
import { aClinic, aMembershipOf, aStaffMember } from '#testing/sign-in/people.ts'

const test = setUpTestAuth()

const path = '/token?grant_type=refresh_token'
const refresh = (token: string, headers: Record<string, string> = {}, address?: string): Promise<Answer> =>
  test.send('POST', path, { body: { refresh_token: token }, headers, ...(address ? { address } : {}) })
const counterOf = (token: string) => decodeRefreshToken(token)?.counter

/** @returns all tokens, from the first to the newest */
async function family(person: SignedIn, times: number): Promise<string[]> {
  const tokens = [person.refreshToken]
  for (let count = 0; count < times; count += 1) {
    const { body } = await refresh(tokens.at(-1) ?? '')
    tokens.push(body.refresh_token)
  }
  return tokens
}

describe('a refresh', () => {
  it('records time, network and browser', async () => {
    const person = await aSignedInUser(test)
    await refresh(person.refreshToken, { 'user-agent': 'Clinic/1.0' }, '198.51.100.4')
    const [row] = await test.db.asOwner('select * from auth.sessions where id = $1', [person.sessionId])
    expect(row).toMatchObject({ user_agent: 'Clinic/1.0', ip: expect.stringContaining('198.51.100.4') })
    expect(row?.refreshed_at).toBeInstanceOf(Date)
  })

  it('leaves a client of auth-js signed in', async () => {
    const client = test.client()
    await client.signInWithPassword(await somebody(test))
    for (let count = 0; count < 5; count += 1) {
      const { data, error } = await client.refreshSession()
      expect(error).toBeNull()
      expect(counterOf(data.session?.refresh_token ?? '')).toBe(count + 1)
    }
    expect((await client.getUser()).error).toBeNull()
  })
})

describe('a refresh is refused for', () => {
  const notFound = {
    status: 400,
    code: 'refresh_token_not_found',
    message: 'Invalid Refresh Token: Refresh Token Not Found',
  }
  const malformed = { status: 400, code: 'validation_failed', message: 'Refresh token is not valid' }

  it.each([['an unknown session', encodeRefreshToken(crypto.randomUUID(), 0, Buffer.alloc(32)), notFound]])(
    '%s',
    async (_name, token, refusal) => {
      await expectRefusal(test, ['POST', path, { body: { refresh_token: token } }], refusal)
    },
  )

  it('a token signed with another key, which leaves the session alone', async () => {
    const person = await aSignedInUser(test)
    const forged = encodeRefreshToken(person.sessionId, 0, Buffer.alloc(32))
    await expectRefusal(test, ['POST', path, { body: { refresh_token: forged } }], notFound)
    expect((await refresh(person.refreshToken)).status).toBe(200)
  })

  it('a counter ahead of ours', async () => {
    const person = await aSignedInUser(test)
    const [row] = await test.db.asOwner<{ refresh_key: Uint8Array }>(
      'select refresh_key from auth.sessions where id = $1',
      [person.sessionId],
    )
    const ahead = encodeRefreshToken(person.sessionId, 1, row?.refresh_key ?? Buffer.alloc(32))
    const message = 'Invalid Refresh Token: Not Issued By This Server'
    await expectRefusal(test, ['POST', path, { body: { refresh_token: ahead } }], {
      ...malformed,
      message,
    })
  })
})

describe('an older token (docs/contracts/auth.md 4)', () => {
  it('d = 1: returns the current one, at any age on the same device', async () => {
    const person = await aSignedInUser(test)
    const { body } = await refresh(person.refreshToken)
    for (const wait of ['PT1S', 'PT30S', 'PT5M', 'PT20M']) {
      test.sessionClock.advance(wait)
      const again = await refresh(person.refreshToken)
      expect(again.body.refresh_token).toBe(body.refresh_token)
      expect(again.headers.get('sb-auth-refresh-token-reuse-cause')).toContain('fail-to-save')
    }
  })

  it.each([2, 3, 7])('d = %i within ten seconds: returns the current one (tabs racing)', async (behind) => {
    const tokens = await family(await aSignedInUser(test), behind)
    test.sessionClock.advance('PT9S')
    const late = await refresh(tokens[0] ?? '')
    expect(late.body.refresh_token).toBe(tokens.at(-1))
    expect(late.headers.get('sb-auth-refresh-token-reuse-cause')).toBe('concurrent-refresh')
    expect((await refresh(tokens.at(-1) ?? '')).status).toBe(200)
  })

  it.each([2, 3, 7])(
    'd = %i later: ends the session, and every token of the family (docs/contracts/auth.md D5)',
    async (behind) => {
      const person = await aSignedInUser(test)
      const tokens = await family(person, behind)
      test.sessionClock.advance('PT11S')
      const stolen = await refresh(tokens[0] ?? '', { 'x-supabase-api-version': '2024-01-01' })
      expect(stolen).toMatchObject({
        status: 400,
        body: { code: 'refresh_token_already_used', message: 'Invalid Refresh Token: Already Used' },
      })
      test.sessionClock.advance('PT0.001S')
      for (const token of tokens) {
        expect((await refresh(token)).body.error_code).toBe('refresh_token_not_found')
      }
      expect((await test.send('GET', '/user', { token: person.accessToken })).body.error_code).toBe(
        'session_not_found',
      )
      expect(await auditOf(test, person.id)).toContain('auth.token_revoked')
    },
  )

  it('cannot extend its own reuse interval', async () => {
    const tokens = await family(await aSignedInUser(test), 3)
    test.sessionClock.advance('PT8S')
    expect((await refresh(tokens[0] ?? '')).status).toBe(200)
    test.sessionClock.advance('PT8S')
    expect((await refresh(tokens[0] ?? '')).status).toBe(400)
  })

  describe('d = 1 after a minute (docs/contracts/auth.md D9)', () => {
    const firefox = { 'user-agent': 'Mozilla/5.0 Firefox/130.0' }
    const chrome = { 'user-agent': 'Mozilla/5.0 Chrome/140.0 Safari/537.36' }

    it.each([
      ['the same browser and network', firefox, '203.0.113.200', 200],
      ['a newer version of the browser', { 'user-agent': 'Mozilla/5.0 Firefox/131.0' }, '203.0.113.9', 200],
      ['another browser', chrome, '203.0.113.9', 400],
      ['another network', firefox, '198.51.100.1', 400],
    ])('from %s', async (_name, headers, address, status) => {
      const person = await aSignedInUser(test)
      await refresh(person.refreshToken, firefox, '203.0.113.9')
      test.sessionClock.advance('PT61S')
      expect((await refresh(person.refreshToken, headers, address)).status).toBe(status)
    })

    it('from anywhere while the setting is off', async () => {
      const open = test.with({ guardPreviousRefreshToken: false })
      const person = await aSignedInUser(open)
      const body = { refresh_token: person.refreshToken }
      await open.send('POST', path, { body, headers: firefox, address: '203.0.113.9' })
      open.sessionClock.advance('PT20M')
      expect((await open.send('POST', path, { body, headers: chrome, address: '198.51.100.1' })).status).toBe(
        200,
      )
    })
  })
})

describe('a race', () => {
  const counterInRow = async ({ sessionId }: SignedIn) => {
    const sql = 'select refresh_counter from auth.sessions where id = $1'
    const [row] = await test.db.asOwner(sql, [sessionId])
    return Number(row?.refresh_counter)
  }

  it('of 50 refreshes with one token leaves one lineage and all of them signed in, 5 times', async () => {
    const person = await aSignedInUser(test)
    let newest = person.refreshToken
    // a hundred rounds over two processes: `npm run bench -- refresh-races --races 100 --tabs 50`
    for (let round = 1; round <= 5; round += 1) {
      const answers = await Promise.all(Array.from({ length: 50 }, () => refresh(newest)))
      expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]))
      const issued = new Set(answers.map(({ body }) => body.refresh_token))
      expect(issued.size).toBe(1)
      expect(await counterInRow(person)).toBe(round)
      newest = [...issued][0]
    }
    expect((await refresh(newest)).status).toBe(200)
  }, 300_000)

  it('of tabs with the current and the previous token leaves one lineage, 5 times', async () => {
    const person = await aSignedInUser(test)
    const tokens = [person.refreshToken, (await refresh(person.refreshToken)).body.refresh_token]
    for (let round = 0; round < 5; round += 1) {
      const [previous = '', current = ''] = tokens.slice(-2)
      const presented = [current, previous, current, previous, current]
      const answers = await Promise.all(presented.map((token) => refresh(token)))
      expect(answers.map(({ status }) => status)).toEqual(Array(5).fill(200))
      const issued = new Set(answers.map(({ body }) => body.refresh_token))
      issued.delete(current)
      expect(issued.size).toBe(1)
      expect(await counterInRow(person)).toBe(round + 2)
      tokens.push([...issued][0])
    }
    expect((await refresh(tokens.at(-1) ?? '')).status).toBe(200)
  }, 60_000)

  it('of sign-out and refreshes ends signed out', async () => {
    const person = await aSignedInUser(test)
    const out = test.send('POST', '/logout', { token: person.accessToken })
    const answers = await Promise.all([
      out,
      ...Array.from({ length: 20 }, () => refresh(person.refreshToken)),
    ])
    for (const { status } of answers) expect([200, 204, 400]).toContain(status)
    expect((await refresh(person.refreshToken)).body.error_code).toBe('refresh_token_not_found')
  })

  it('of a thief with an old token and the owner ends with both signed out', async () => {
    const person = await aSignedInUser(test)
    const tokens = await family(person, 3)
    test.sessionClock.advance('PT11S')
    await Promise.all([refresh(tokens[0] ?? ''), refresh(tokens.at(-1) ?? '')])
    expect(await test.db.asOwner('select from auth.sessions where id = $1', [person.sessionId])).toEqual([])
    for (const token of tokens) expect((await refresh(token)).status).toBe(400)
  })

  it.runIf(process.env.TEST_DATABASE_URL)('that is never resolved answers 409', async () => {
    const patient = test.with({ refreshLockMs: 100 })
    const person = await aSignedInUser(patient)
    const request = { body: { refresh_token: person.refreshToken } }
    // the request leaves the locking transaction's context
    const elsewhere = AsyncResource.bind(() => patient.send('POST', path, request))
    const answer = await patient.db.transactions.withSystem('test', async (tx) => {
      await tx
        .selectFrom('auth.sessions')
        .select('id')
        .where('id', '=', person.sessionId)
        .forUpdate()
        .execute()
      return elsewhere()
    })
    expect(answer).toMatchObject({ status: 409, body: { error_code: 'conflict' } })
  })
})

describe('limits of a session (docs/contracts/auth.md D12)', () => {
  const expired = (message: string) => ({ status: 400, code: 'session_expired', message })

  it.each([
    ['patient', 'P6DT23H59M', 'P7DT1S'],
    ['admin', 'PT29M', 'PT30M1S'],
    ['staff', 'PT29M', 'PT30M1S'],
    ['member', 'PT29M', 'PT30M1S'],
  ] as const)(
    'an idle %s stays signed in for %s and has to sign in again after %s',
    async (role, within, beyond) => {
      const person = await memberOf(role)
      test.sessionClock.advance(within)
      const inTime = await refresh(person.refreshToken)
      expect(inTime.status).toBe(200)
      test.sessionClock.advance(beyond)
      const message = 'Invalid Refresh Token: Session Expired (Inactivity)'
      const body = { refresh_token: inTime.body.refresh_token }
      await expectRefusal(test, ['POST', path, { body }], expired(message))
    },
  )

  it.each([
    ['patient', 'P6D', 4],
    ['admin', 'PT29M', 24],
  ] as const)('a busy %s is asked to sign in again when the time-box ends', async (role, step, times) => {
    const person = await memberOf(role)
    let token = person.refreshToken
    for (let count = 0; count < times; count += 1) {
      test.sessionClock.advance(step)
      const { status, body } = await refresh(token)
      expect(status).toBe(200)
      token = body.refresh_token
    }
    test.sessionClock.advance(step)
    // for a patient exactly here
    test.sessionClock.advance('PT1S')
    const message = 'Invalid Refresh Token: Session Expired'
    await expectRefusal(test, ['POST', path, { body: { refresh_token: token } }], expired(message))
  })

  it('a token never outlives its session: time box and not_after shorten it', async () => {
    // a separate clock: the other tests have moved theirs
    const fresh = test.with({})
    const renewed = async (changes: string) => {
      const person = await signIn(fresh, await somebody(fresh))
      await test.db.asOwner(`update auth.sessions set ${changes} where id = $1`, [person.sessionId])
      const { body } = await fresh.send('POST', path, { body: { refresh_token: person.refreshToken } })
      return body.expires_in as number
    }
    const nearEnd = await renewed(
      `created_at = now() - interval '30 days' + interval '5 minutes', refreshed_at = now()`,
    )
    expect(nearEnd).toBeGreaterThan(240)
    expect(nearEnd).toBeLessThanOrEqual(300)
    const limited = await renewed(`not_after = now() + interval '2 minutes'`)
    expect(limited).toBeGreaterThan(60)
    expect(limited).toBeLessThanOrEqual(120)
  })

  it('a newer sign-in ends the older one where only one session is allowed, and nowhere else', async () => {
    const single = test.with({ singleSession: true })
    const person = await somebody(single)
    const older = await signIn(single, person)
    single.sessionClock.advance('PT1S')
    const newer = await signIn(single, person)
    const message = 'Invalid Refresh Token: Session Expired (Revoked by Newer Login)'
    const body = { refresh_token: older.refreshToken }
    await expectRefusal(single, ['POST', path, { body }], expired(message))
    const kept = { refresh_token: newer.refreshToken }
    expect((await single.send('POST', path, { body: kept })).status).toBe(200)
    expect((await test.with({}).send('POST', path, { body })).status).toBe(200)
  })

  it('not_after ends a session of any age', async () => {
    const person = await aSignedInUser(test)
    await test.db.asOwner(`update auth.sessions set not_after = '2020-01-01' where id = $1`, [
      person.sessionId,
    ])
    const message = 'Invalid Refresh Token: Session Expired'
    await expectRefusal(
      test,
      ['POST', path, { body: { refresh_token: person.refreshToken } }],
      expired(message),
    )
  })

  async function memberOf(role: 'admin' | 'staff' | 'member' | 'patient'): Promise<SignedIn> {
    const clinic = await aClinic(test.db)
    const person = await somebody(test)
    const somewhere = { ...(await aStaffMember(test.db, clinic)), userId: person.id }
    await aMembershipOf(test.db, somewhere, clinic, { role })
    return signIn(test, person)
  }
})

import { SignJWT } from 'jose'
import { beforeEach, describe, expect, it } from 'vitest'
import { verifyToken } from '#server/rest/request/token.ts'
import { rememberVerified } from './verified-tokens.ts'

const key = new TextEncoder().encode('a secret of more than thirty-two bytes')
let now = new Date('2026-03-10T15:00:00Z')
let checked = 0
let verified: ReturnType<typeof rememberVerified>

beforeEach(() => {
  now = new Date('2026-03-10T15:00:00Z')
  checked = 0
  verified = rememberVerified(
    (token) => {
      checked += 1
      return verifyToken(token, { key, algorithms: ['HS256'], now: () => now })
    },
    () => now,
  )
})

const sign = (claims: Record<string, unknown>) =>
  new SignJWT(claims).setProtectedHeader({ alg: 'HS256' }).sign(key)
const seconds = () => Math.floor(now.getTime() / 1_000)

describe('a verified token', () => {
  it('is checked once while valid', async () => {
    const token = await sign({ role: 'reader', exp: seconds() + 600 })
    for (let time = 0; time < 3; time++) expect(await verified(token)).toMatchObject({ role: 'reader' })
    expect(checked).toBe(1)
  })

  it('is refused once expired, after the leeway', async () => {
    const token = await sign({ exp: seconds() + 60 })
    await verified(token)
    now = new Date(now.getTime() + 85_000)
    await verified(token)
    now = new Date(now.getTime() + 10_000)
    await expect(verified(token)).rejects.toMatchObject({ code: 'PGRST303' })
  })

  it('does not accept another token that differs in one letter', async () => {
    const token = await sign({ role: 'reader' })
    await verified(token)
    const other = `${token.slice(0, -2)}${token.at(-2) === 'A' ? 'B' : 'A'}${token.at(-1)}`
    await expect(verified(other)).rejects.toMatchObject({ code: 'PGRST301' })
    await expect(verified(other)).rejects.toMatchObject({ code: 'PGRST301' })
    expect(checked).toBe(3)
  })
})

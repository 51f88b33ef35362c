import { mkdtempSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { decodeProtectedHeader } from 'jose'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { AdjustableClock, frozenClock } from '#server/platform/clock.ts'
import { createAccessTokens } from '../tokens/access-token.ts'
import { makeSigningKey } from './key-file.ts'
import { rotateKeyFile, rotateKeySet } from './rotate-keys.ts'
import { loadSigningKeys, parseSigningKeys } from './signing-keys.ts'

const now = new Date('2026-03-10T15:00:00Z')
const minutes = (count: number) => new Date(now.getTime() + count * 60_000)
const kids = (keySet: string) => parseSigningKeys(keySet).all.map(({ kid }) => kid)

describe('the next set', () => {
  const first = JSON.stringify({ keys: [makeSigningKey()] })

  it('publishes the new key at once and signs with it later', () => {
    const rotation = rotateKeySet(first, now, 1800)
    const before = parseSigningKeys(rotation.keySet, frozenClock(minutes(29)))
    const after = parseSigningKeys(rotation.keySet, frozenClock(minutes(31)))
    expect(before.all.map(({ publicJwk }) => publicJwk?.kid)).toContain(rotation.newKid)
    expect(before.current.kid).toBe(kids(first)[0])
    expect(after.current.kid).toBe(rotation.newKid)
    expect(rotation.signsFrom).toEqual(minutes(30))
  })

  it('retains the outgoing key while its tokens may be valid, and drops it two hours after its successor began', () => {
    const second = rotateKeySet(first, now, 60)
    const third = rotateKeySet(second.keySet, minutes(60), 60)
    const fourth = rotateKeySet(third.keySet, minutes(122), 60)
    expect(kids(third.keySet)).toEqual([third.newKid, second.newKid, kids(first)[0]])
    expect(kids(fourth.keySet)).toEqual([fourth.newKid, third.newKid, second.newKid])
  })

  it('retains a shared secret, so that its tokens stay valid', async () => {
    const secret = 'a shared secret of at least 32 characters'
    const clock = frozenClock(now)
    const rotation = rotateKeySet(secret, now, 0)
    const options = { issuer: 'https://x.test', audience: 'authenticated', clock }
    const old = createAccessTokens({ ...options, keys: parseSigningKeys(secret, clock) })
    const next = createAccessTokens({ ...options, keys: parseSigningKeys(rotation.keySet, clock) })
    const { token } = await old.sign({ sub: 'x' }, 600)
    expect(await next.verify(token)).toMatchObject({ sub: 'x' })
    expect(decodeProtectedHeader((await next.sign({}, 600)).token)).toMatchObject({ alg: 'ES256' })
  })
})

describe('in the data folder, while a server runs', () => {
  let dataDir: string
  beforeAll(() => {
    dataDir = mkdtempSync(join(tmpdir(), 'carefold-rotate-'))
  })
  afterAll(() => rmSync(dataDir, { recursive: true }))

  it('refuses no valid token before, during and after ten rotations (docs/reliability.md F18)', async () => {
    const clock = new AdjustableClock()
    const options = { issuer: 'https://x.test', audience: 'authenticated', clock }
    const config = { signingKeys: null, dataDir }
    const servers = [0, 1].map(() => createAccessTokens({ ...options, keys: loadSigningKeys(config, clock) }))
    const kidsSeen = new Set<string | undefined>()
    const live: string[] = []
    let refused = 0
    let checked = 0
    for (let round = 0; round < 10; round += 1) {
      rotateKeyFile(dataDir, clock.now(), 60)
      clock.advance('PT30S')
      for (let count = 0; count < 20; count += 1) {
        for (const signer of servers) {
          const { token } = await signer.sign({ sub: String(count) }, 3600)
          kidsSeen.add(decodeProtectedHeader(token).kid)
          live.push(token)
        }
        for (const token of live.slice(-40)) {
          for (const reader of servers) {
            checked += 1
            if (!(await reader.verify(token))) refused += 1
          }
        }
      }
      clock.advance('PT5M')
    }
    expect({ refused, enough: checked > 10_000 }).toEqual({ refused: 0, enough: true })
    expect(kidsSeen.size).toBeGreaterThan(1)
  })

  it('the file stays readable by its owner only', () => {
    expect(statSync(join(dataDir, 'signing-keys.json')).mode & 0o777).toBe(0o600)
  })
})

import { hash } from 'node:crypto'
import { makeSigningKey } from '#server/auth/keys/key-file.ts'
import { parseSigningKeys } from '#server/auth/keys/signing-keys.ts'
import { createAccessTokens } from '#server/auth/tokens/access-token.ts'
import { systemClock } from '#server/platform/clock.ts'

/** More than the server remembers, and fewer. */
const people = { many: 1_500, few: 500 }

/**
 * `npm run bench -- tokens`: processor time of a bearer token at each request, by the server's own check, verified anew and
 * remembered; goal for the latter at most 6 us. People take turns: of `many` each token is forgotten before it comes again.
 */
export async function run(): Promise<void> {
  const tokens = createAccessTokens({
    keys: parseSigningKeys(JSON.stringify({ keys: [makeSigningKey()] })),
    issuer: 'http://carefold.localhost:3000/auth/v1',
    audience: 'authenticated',
    clock: systemClock,
  })
  const signed: string[] = []
  for (let index = 0; index < people.many; index++) {
    const claims = { sub: crypto.randomUUID(), session_id: crypto.randomUUID(), role: 'authenticated' }
    signed.push((await tokens.sign(claims, 3_600)).token)
  }
  const few = signed.slice(0, people.few)
  const ways: [string, (token: string) => unknown, string[], number][] = [
    ['verified anew', tokens.verify, signed, 6_000],
    ['remembered', tokens.verify, few, 40_000],
    ['its hash alone', (token) => hash('sha256', token, 'base64'), few, 40_000],
  ]
  if (!(await tokens.verify(signed[0] ?? ''))) throw new Error('a token of ours was refused')
  for (const [name, way, turns, times] of ways) {
    await microseconds(way, turns, times)
    const rounds: number[] = []
    for (let round = 0; round < 5; round++) rounds.push(await microseconds(way, turns, times))
    rounds.sort((one, other) => one - other)
    const [least, , median, , most] = rounds.map((time) => time.toFixed(2))
    process.stdout.write(`${name.padEnd(15)} ${median} us a request (${least} to ${most})\n`)
  }
}

/** User and system time of this process, other threads included. */
async function microseconds(
  way: (token: string) => unknown,
  tokens: string[],
  times: number,
): Promise<number> {
  const before = process.cpuUsage()
  for (let index = 0; index < times; index++) await way(tokens[index % tokens.length] ?? '')
  const { user, system } = process.cpuUsage(before)
  return (user + system) / times
}

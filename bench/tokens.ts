import { hash } from 'node:crypto'
import { SignJWT } from 'jose'
import { verifyToken } from '#server/rest/request/token.ts'
import { rememberVerified } from '#server/rest/request/verified-tokens.ts'

/**
 * `npm run bench -- tokens`: processor time of a bearer token at each request, verified anew and remembered; goal for the
 * latter at most 6 us. 500 people take turns, so that no single token is favored.
 */
export async function run(): Promise<void> {
  const key = new TextEncoder().encode('a secret of more than thirty-two bytes')
  const now = () => new Date()
  const tokens = await Promise.all(
    Array.from({ length: 500 }, (_, index) =>
      new SignJWT({ role: 'reader', sub: crypto.randomUUID(), session_id: crypto.randomUUID(), index })
        .setProtectedHeader({ alg: 'HS256' })
        .setExpirationTime('1h')
        .sign(key),
    ),
  )
  const verify = (token: string) => verifyToken(token, { key, algorithms: ['HS256'], now })
  const remembered = rememberVerified(verify, now)
  const ways: [string, (token: string) => unknown][] = [
    ['verified anew', verify],
    ['remembered', remembered],
    ['its hash alone', (token) => hash('sha256', token, 'base64')],
  ]
  for (const [name, way] of ways) {
    for (let index = 0; index < 20_000; index++) await way(tokens[index % 500] ?? '')
    const rounds: number[] = []
    for (let round = 0; round < 5; round++) rounds.push(await microseconds(way, tokens, 40_000))
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

import { request } from 'node:http'
import type { Drill } from '../drill.ts'

const paths = [
  '/rest/v1/leads',
  '/auth/v1/signup',
  '/auth/v1/token?grant_type=password',
  '/functions/v1/check-subdomain',
  '/functions/v1/clinic-join',
  '/hooks/stripe/account',
  '/files/v1/uploads',
]

const bodies: [string, () => string | Buffer][] = [
  ['1 MiB of JSON', () => JSON.stringify({ email: 'x'.repeat(1_048_000) })],
  ['more than 1 MiB', () => JSON.stringify({ email: 'x'.repeat(6_000_000) })],
  ['10,000 levels', () => `${'['.repeat(10_000)}${']'.repeat(10_000)}`],
  ['10,000 objects deep', () => `${'{"a":'.repeat(10_000)}1${'}'.repeat(10_000)}`],
  ['lone surrogates', () => '{"email":"\\ud800@drill.test","password":"\\udfff\\udfff\\udfff\\udfff"}'],
  ['NUL', () => '{"email":"a\\u0000b@drill.test","password":"a\\u0000long password"}'],
  ['not JSON', () => '{"email":'],
  ['not UTF-8', () => Buffer.from([0x7b, 0x22, 0xff, 0xfe, 0x22, 0x3a, 0x31, 0x7d])],
  ['null', () => 'null'],
  ['a number', () => '1e999'],
  ['prototypes', () => '{"__proto__":{"isAdmin":true},"constructor":{"prototype":{}}}'],
  ['nothing', () => ''],
]

export const hostileInput: Drill = {
  name: 'F17',
  isShort: true,
  onEmbedded: true,
  about: 'hostile input',
  async run(scene) {
    const server = await scene.start()
    const problems = new Set<string>()
    const until = performance.now() + (scene.isFull ? 300_000 : 5_000)
    let sent = 0
    do {
      for (const [what, body] of bodies) {
        const answers = await Promise.all(
          paths.map(async (path) => ({ path, status: await post(server.port, path, body()) })),
        )
        sent += answers.length
        for (const { path, status } of answers)
          if (status >= 500) problems.add(`${path} answered ${status} to ${what}`)
      }
      const many = await post(server.port, '/rest/v1/leads', '{}', 10_000)
      sent += 1
      if (many >= 500) problems.add(`${many} to 10,000 headers`)
    } while (performance.now() < until)
    const health = await fetch(`http://127.0.0.1:${server.port}/health`).then(({ status }) => status)
    if (health !== 200) problems.add('the server is down')
    await server.stop()
    return { figures: `${sent} requests`, problems: [...problems] }
  },
}

/** @returns the status; 0 if the server cut the connection */
function post(port: number, path: string, body: string | Buffer, headers = 0): Promise<number> {
  return new Promise((resolve) => {
    const sent = request(
      {
        port,
        host: '127.0.0.1',
        path,
        method: 'POST',
        headers: { 'Content-Type': 'application/json', ...manyHeaders(headers) },
      },
      (answer) => {
        answer.resume()
        answer.on('end', () => resolve(answer.statusCode ?? 0))
        answer.on('error', () => resolve(answer.statusCode ?? 0))
      },
    )
    sent.on('error', () => resolve(0))
    sent.end(body)
  })
}

function manyHeaders(count: number): Record<string, string> {
  return Object.fromEntries(Array.from({ length: count }, (_, index) => [`x-many-${index}`, 'value']))
}

import { createSocket } from 'node:dgram'
import { once } from 'node:events'
import { afterAll, expect, it } from 'vitest'
import { DnsUnanswered, openDns } from './dns.ts'

const found = 0
const failed = 2
const noSuchName = 3

/** The local name server ignores every other name. */
const zone: Record<string, { code: number; texts?: string[][] }> = {
  'one.test': { code: found, texts: [['carefold-domain=abc']] },
  'parts.test': { code: found, texts: [['carefold-', 'domain=', 'abc'], ['another']] },
  'many.test': { code: found, texts: Array.from({ length: 30 }, (_, n) => [`t${n}`]) },
  'long.test': { code: found, texts: [['x'.repeat(250), 'x'.repeat(250), 'x'.repeat(13)], ['short']] },
  'none.test': { code: found, texts: [] },
  'unknown.test': { code: noSuchName },
  'broken.test': { code: failed },
}

const server = createSocket('udp4')
server.on('message', (query, from) => {
  const answer = answerTo(query)
  if (answer) server.send(answer, from.port, from.address)
})
server.bind(0, '127.0.0.1')
await once(server, 'listening')
const dns = openDns({ servers: [`127.0.0.1:${server.address().port}`], tryMs: 50, totalMs: 1_000 })
afterAll(() => {
  server.close()
})

/** Builds a DNS message (RFC 1035, section 4) that answers a query. */
function answerTo(query: Buffer): Buffer | null {
  const labels: string[] = []
  let at = 12
  for (let length = query[at] ?? 0; length > 0; length = query[at] ?? 0) {
    labels.push(query.toString('latin1', at + 1, at + 1 + length))
    at += 1 + length
  }
  const known = zone[labels.join('.').toLowerCase()]
  if (!known) return null
  const question = query.subarray(12, at + 5)
  const records = (known.texts ?? []).map((parts) => {
    const data = Buffer.concat(parts.flatMap((part) => [Buffer.from([part.length]), Buffer.from(part)]))
    // a pointer to the question's name, TXT, IN, 60 seconds
    const head = Buffer.from([0xc0, 12, 0, 16, 0, 1, 0, 0, 0, 60, 0, 0])
    head.writeUInt16BE(data.length, 10)
    return Buffer.concat([head, data])
  })
  const header = Buffer.from([0, 0, 0x81, 0x80 | known.code, 0, 1, 0, records.length, 0, 0, 0, 0])
  query.copy(header, 0, 0, 2)
  return Buffer.concat([header, question, ...records])
}

it.each([
  ['one text', 'one.test', ['carefold-domain=abc']],
  ['a text in several parts as one', 'parts.test', ['carefold-domain=abc', 'another']],
  ['none for a name without TXT records', 'none.test', []],
  ['none for a name that does not exist', 'unknown.test', []],
  ['no text of more than 512 characters', 'long.test', ['short']],
])('returns %s', async (_, name, texts) => {
  expect(await dns.texts(name)).toEqual(texts)
})

it('returns the first 20 records of a name', async () => {
  expect(await dns.texts('many.test')).toEqual(Array.from({ length: 20 }, (_, n) => `t${n}`))
})

it.each([
  ['fails', 'broken.test'],
  ['stays silent', 'silent.test'],
])('knows nothing when the name server %s', async (_, name) => {
  await expect(dns.texts(name)).rejects.toThrow(DnsUnanswered)
})

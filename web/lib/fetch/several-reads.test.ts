import { expect, test } from 'vitest'
import { maxReads, type Read, readsPath } from '#domain/reads.ts'
import { readsTogether } from './several-reads.ts'

interface Sent {
  path: string
  headers: Headers
  reads: Read[]
}

/** A server that answers each read with its path and records the requests. */
function aServer(answer?: (sent: Sent) => Response) {
  const sent: Sent[] = []
  const serve = async (input: unknown, init?: RequestInit) => {
    const path = String(input)
    const reads: Read[] = path === readsPath ? JSON.parse(String(init?.body)).reads : []
    const request = { path, headers: new Headers(init?.headers), reads }
    sent.push(request)
    if (answer) return answer(request)
    if (path !== readsPath) return new Response(path)
    const lines = reads.map(({ path: body }, of) => ({ of, status: 200, headers: {}, body })).reverse()
    return new Response(lines.map((line) => `${JSON.stringify(line)}\n`).join(''))
  }
  return { sent, fetch: readsTogether(serve as typeof fetch, origin, async () => {}) }
}

const origin = 'http://carefold.test'
const asMember = { Authorization: 'Bearer a', 'x-clinic': 'sunrise' }
const textOf = async (answer: Promise<Response>) => (await answer).text()

test('sends simultaneous reads as one request and answers each', async () => {
  const { sent, fetch } = aServer()
  const answers = await Promise.all([
    textOf(fetch('/rest/v1/plans?select=id', { headers: { ...asMember, Prefer: 'count=exact' } })),
    textOf(fetch('/functions/v1/message-counts', { method: 'POST', headers: asMember, body: '{}' })),
  ])
  expect(answers).toEqual(['/rest/v1/plans?select=id', '/functions/v1/message-counts'])
  expect(sent).toHaveLength(1)
  expect(sent[0]?.headers.get('authorization')).toBe('Bearer a')
  expect(sent[0]?.headers.get('x-clinic')).toBe('sunrise')
  expect(sent[0]?.reads).toEqual([
    { method: 'GET', path: '/rest/v1/plans?select=id', headers: { prefer: 'count=exact' } },
    { method: 'POST', path: '/functions/v1/message-counts', headers: {}, body: '{}' },
  ])
})

test('sends a single read unchanged', async () => {
  const { sent, fetch } = aServer()
  expect(await textOf(fetch('/rest/v1/plans', { headers: asMember }))).toBe('/rest/v1/plans')
  expect(sent[0]?.headers.get('authorization')).toBe('Bearer a')
})

test('sends writes, other clinics and guardians separately', async () => {
  const { sent, fetch } = aServer()
  await Promise.all([
    fetch('/rest/v1/plans', { headers: asMember }),
    fetch('/rest/v1/plans', { headers: { ...asMember, 'x-clinic': 'harbor' } }),
    fetch('/rest/v1/plans', { headers: { ...asMember, 'x-guardianship': 'g' } }),
    fetch('/rest/v1/leads', { method: 'POST', headers: asMember, body: '{}' }),
    fetch('/functions/v1/join-plan', { method: 'POST', headers: asMember, body: '{}' }),
    fetch('/live/v1', { headers: asMember }),
    fetch('https://elsewhere.test/rest/v1/plans', { headers: asMember }),
  ])
  expect(sent).toHaveLength(7)
  expect(sent.map(({ path }) => path)).not.toContain(readsPath)
})

test('splits more reads than the server accepts into several requests', async () => {
  const { sent, fetch } = aServer()
  await Promise.all(Array.from({ length: maxReads + 2 }, (_, n) => fetch(`/rest/v1/plans?id=eq.${n}`)))
  expect(sent.map(({ reads }) => reads.length)).toEqual([maxReads, 2])
})

test('answers each read with the refusal of the whole', async () => {
  const { fetch } = aServer(() => Response.json({ code: 'unavailable' }, { status: 503 }))
  const answers = await Promise.all([fetch('/rest/v1/plans'), fetch('/rest/v1/tasks')])
  expect(answers.map(({ status }) => status)).toEqual([503, 503])
  expect(await answers[1]?.json()).toEqual({ code: 'unavailable' })
})

test('fails only the reads without an answer when the response breaks off', async () => {
  const line = JSON.stringify({ of: 0, status: 200, headers: {}, body: 'whole' })
  const { fetch } = aServer(() => new Response(`${line}\n{"of":1,"status":200,"hea`))
  const [whole, broken] = await Promise.allSettled([fetch('/rest/v1/plans'), fetch('/rest/v1/tasks')])
  expect(whole?.status === 'fulfilled' && (await whole.value.text())).toBe('whole')
  expect(broken?.status === 'rejected' && broken.reason).toBeInstanceOf(TypeError)
})

test('drops an aborted read and answers the others; ends the request if all abort', async () => {
  const signals: (AbortSignal | null | undefined)[] = []
  const never = (_input: unknown, init?: RequestInit) => {
    signals.push(init?.signal)
    return new Promise<Response>((_done, fail) => {
      init?.signal?.addEventListener('abort', () => fail(init.signal?.reason))
    })
  }
  const fetch = readsTogether(never as unknown as typeof globalThis.fetch, origin, async () => {})
  const [one, other] = [new AbortController(), new AbortController()]
  const answers = [
    fetch('/rest/v1/plans', { signal: one.signal }),
    fetch('/rest/v1/tasks', { signal: other.signal }),
  ]
  await Promise.resolve()
  await Promise.resolve()
  one.abort()
  await expect(answers[0]).rejects.toThrow('abort')
  expect(signals[0]?.aborted).toBe(false)
  other.abort()
  await expect(answers[1]).rejects.toThrow('abort')
  expect(signals[0]?.aborted).toBe(true)
})

import { createHmac } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { callHttpHook, type HookTransport } from './http-hook.ts'

const keys = [Buffer.alloc(32, 1), Buffer.alloc(32, 2)]
const target = { kind: 'http' as const, url: 'https://hooks.example/x', keys }
const json = (body: unknown, init: ResponseInit = {}) => Response.json(body, init)
const noAnswer = () => Promise.reject(new TypeError('fetch failed'))

function hook(...answers: (() => Response | Promise<Response>)[]) {
  const asked: { body: string; headers: Headers }[] = []
  const pauses: number[] = []
  const transport: HookTransport = {
    fetch: async (_input, init) => {
      asked.push({ body: String(init?.body), headers: new Headers(init?.headers) })
      return (answers[asked.length - 1] ?? noAnswer)()
    },
    backOff: async () => {
      pauses.push(asked.length)
    },
    totalMs: 5_000,
    now: () => new Date('2026-03-10T15:00:00Z'),
  }
  return { asked, pauses, call: (payload: object = { a: 1 }) => callHttpHook(target, payload, transport) }
}

describe('a hook over HTTP', () => {
  it('is called with a Standard Webhooks signature for each secret, and its JSON is returned', async () => {
    const { asked, call } = hook(() => json({ decision: 'continue' }))
    expect(await call()).toEqual({ decision: 'continue' })
    const { body, headers } = asked[0] ?? { body: '', headers: new Headers() }
    const id = headers.get('webhook-id')
    expect(headers.get('webhook-timestamp')).toBe('1773154800')
    expect(headers.get('webhook-signature')?.split(' ')).toEqual(
      keys.map(
        (key) => `v1,${createHmac('sha256', key).update(`${id}.1773154800.${body}`).digest('base64')}`,
      ),
    )
    expect(headers.get('content-type')).toBe('application/json')
  })

  it('may answer with an empty body', async () => {
    const { call } = hook(
      () => new Response('', { headers: { 'content-type': 'application/json; charset=utf-8' } }),
    )
    expect(await call()).toEqual({})
  })

  it('is tried three times while it does not answer, with a pause between tries', async () => {
    const late = hook(noAnswer, noAnswer, () => json({ late: true }))
    expect(await late.call()).toEqual({ late: true })
    expect(late.pauses).toEqual([1, 2])
    const dead = hook()
    await expect(dead.call()).rejects.toMatchObject({ status: 422, code: 'hook_timeout_after_retry' })
    expect(dead.asked).toHaveLength(3)
    expect(new Set(dead.asked.map(({ headers }) => headers.get('webhook-id'))).size).toBe(3)
  })

  it.each([429, 503])('that answers %i with Retry-After is called again at once', async (status) => {
    const busy = () => new Response('', { status, headers: { 'retry-after': '1' } })
    const { asked, pauses, call } = hook(busy, busy, () => json({ ok: true }))
    expect(await call()).toEqual({ ok: true })
    expect([asked.length, pauses]).toEqual([3, []])
    await expect(hook(busy, busy, busy).call()).rejects.toMatchObject({ code: 'hook_timeout_after_retry' })
    await expect(hook(() => new Response('', { status })).call()).rejects.toMatchObject({ status: 500 })
  })

  it.each([301, 400, 401, 404, 500, 502])('that answers %i is an internal error', async (status) => {
    const { asked, call } = hook(() => new Response('', { status }))
    await expect(call()).rejects.toMatchObject({ status: 500, code: 'unexpected_failure' })
    expect(asked).toHaveLength(1)
  })

  it.each(['text/html', 'text/plain; charset=utf-8', 'application/jsonp', ''])(
    'must answer JSON, not "%s"',
    async (type) => {
      const { call } = hook(() => new Response('{}', { headers: { 'content-type': type } }))
      await expect(call()).rejects.toMatchObject({ status: 400, code: 'hook_payload_invalid_content_type' })
    },
  )

  it('must not answer with more than 200 KB, and is not called with more', async () => {
    const { call } = hook(() => json({ text: 'x'.repeat(205_000) }))
    await expect(call()).rejects.toMatchObject({ status: 422, code: 'hook_payload_over_size_limit' })
    const asked = hook(() => json({}))
    await expect(asked.call({ text: 'x'.repeat(205_000) })).rejects.toMatchObject({ status: 422 })
    expect(asked.asked).toHaveLength(0)
  })

  it('that answers broken JSON is an internal error', async () => {
    const { call } = hook(() => new Response('{', { headers: { 'content-type': 'application/json' } }))
    await expect(call()).rejects.toMatchObject({ status: 500 })
  })

  it('has a time limit across all tries', async () => {
    const transport: HookTransport = {
      // answers only after the caller has given up
      fetch: (_input, init) =>
        new Promise((_resolve, reject) => {
          init?.signal?.addEventListener('abort', () => reject(new Error('aborted')))
        }),
      backOff: async () => {},
      totalMs: 20,
      now: () => new Date(),
    }
    await expect(callHttpHook(target, {}, transport)).rejects.toMatchObject({
      status: 422,
      code: 'hook_timeout',
    })
  })
})

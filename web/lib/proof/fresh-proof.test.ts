import { beforeEach, expect, test, vi } from 'vitest'
import { askingForProof, ProofRequests } from './fresh-proof.ts'

const refusal = '{"code":"fresh_proof_required","message":"…"}'

let requests: ProofRequests
beforeEach(() => {
  requests = new ProofRequests()
})

/** A server that refuses until the person has proven who they are. */
function server() {
  const state = { isProven: false }
  const send = vi.fn(async () =>
    state.isProven ? new Response('done') : new Response(refusal, { status: 403 }),
  )
  return { state, send, fetch: askingForProof(send, requests.ask) }
}

/** Once everything that waits for nothing has gone on. */
const settled = () => new Promise((done) => setTimeout(done))

test('an act that is refused waits for the proof and is then done, with what was sent', async () => {
  const { state, send, fetch } = server()
  const init = { method: 'POST', body: '{"name":"Lakeside"}' }
  const answer = fetch('/functions/v1/close-clinic', init)
  await settled()
  expect(requests.isAsked()).toBe(true)
  state.isProven = true
  requests.settle(true)
  expect(await (await answer).text()).toBe('done')
  expect(send.mock.calls).toEqual([
    ['/functions/v1/close-clinic', init],
    ['/functions/v1/close-clinic', init],
  ])
  expect(requests.isAsked()).toBe(false)
})

test('whoever would not gets the refusal, and nothing is sent again', async () => {
  const { send, fetch } = server()
  const answer = fetch('/x')
  await settled()
  requests.settle(false)
  expect(await (await answer).text()).toBe(refusal)
  expect(send).toHaveBeenCalledTimes(1)
})

test('a proof that the server does not take is asked for again', async () => {
  const { state, send, fetch } = server()
  const answer = fetch('/x')
  await settled()
  requests.settle(true)
  await settled()
  expect(requests.isAsked()).toBe(true)
  state.isProven = true
  requests.settle(true)
  expect(await (await answer).text()).toBe('done')
  expect(send).toHaveBeenCalledTimes(3)
})

test('several acts share one proof', async () => {
  const { state, fetch } = server()
  const heard = vi.fn()
  requests.subscribe(heard)
  const answers = [fetch('/one'), fetch('/two')]
  await settled()
  state.isProven = true
  requests.settle(true)
  expect(await Promise.all(answers.map(async (answer) => (await answer).text()))).toEqual(['done', 'done'])
  // two came, and both went at once
  expect(heard).toHaveBeenCalledTimes(3)
})

test('an act that is given up asks no more', async () => {
  const { fetch } = server()
  const giving = new AbortController()
  const answer = fetch('/x', { signal: giving.signal })
  const failure = expect(answer).rejects.toBe('left')
  await settled()
  giving.abort('left')
  await failure
  expect(requests.isAsked()).toBe(false)
})

test.each([
  [200, refusal],
  [403, '{"code":"second_step_required"}'],
  [403, 'a proxy'],
])('no other answer asks: %s %s', async (status, body) => {
  const answer = await askingForProof(async () => new Response(body, { status }), requests.ask)('/x')
  expect(await answer.text()).toBe(body)
  expect(requests.isAsked()).toBe(false)
})

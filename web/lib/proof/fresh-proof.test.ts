import { beforeEach, expect, test, vi } from 'vitest'
import { askingForProof, ProofRequests } from './fresh-proof.ts'

const refusal = '{"code":"fresh_proof_required","message":"…"}'

let requests: ProofRequests
beforeEach(() => {
  requests = new ProofRequests()
})

/** A server that refuses until the user proves their identity. */
function server() {
  const state = { isProven: false }
  const send = vi.fn(async () =>
    state.isProven ? new Response('done') : new Response(refusal, { status: 403 }),
  )
  return { state, send, fetch: askingForProof(send, requests.ask) }
}

const settled = () => new Promise((done) => setTimeout(done))

test('holds a refused action until the proof, then repeats it with its input', async () => {
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

test('returns the refusal if the user declines, and sends nothing again', async () => {
  const { send, fetch } = server()
  const answer = fetch('/x')
  await settled()
  requests.settle(false)
  expect(await (await answer).text()).toBe(refusal)
  expect(send).toHaveBeenCalledTimes(1)
})

test('asks again if the server rejects the proof', async () => {
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

test('shares one proof between actions', async () => {
  const { state, fetch } = server()
  const heard = vi.fn()
  requests.subscribe(heard)
  const answers = [fetch('/one'), fetch('/two')]
  await settled()
  state.isProven = true
  requests.settle(true)
  expect(await Promise.all(answers.map(async (answer) => (await answer).text()))).toEqual(['done', 'done'])
  // two waited, and both were sent
  expect(heard).toHaveBeenCalledTimes(3)
})

test('stops asking when the action is aborted', async () => {
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
])('does not ask on another answer: %s %s', async (status, body) => {
  const answer = await askingForProof(async () => new Response(body, { status }), requests.ask)('/x')
  expect(await answer.text()).toBe(body)
  expect(requests.isAsked()).toBe(false)
})

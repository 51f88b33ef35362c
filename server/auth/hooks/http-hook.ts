import { createHmac, randomUUID } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import type { HookTarget } from '#server/platform/config/hook-settings.ts'
import { watchedFetch } from '#server/platform/outgoing-calls.ts'
import { AuthError } from '../errors.ts'

type HttpTarget = Extract<HookTarget, { kind: 'http' }>

/** Replaced in tests. */
export interface HookTransport {
  fetch: typeof fetch
  backOff(signal: AbortSignal): Promise<void>
  totalMs: number
  now(): Date
}

export const hookTransport: HookTransport = {
  fetch: watchedFetch('auth-hook'),
  backOff: async (signal) => {
    await pause(2_000, undefined, { signal })
  },
  totalMs: 5_000,
  now: () => new Date(),
}

const maxAttempts = 3
const maxBytes = 200 * 1024

const unprocessable = (code: string, message: string) => new AuthError(422, code, message)
const failed = (message: string) => new AuthError(500, 'unexpected_failure', message)
const timedOut = (ms: number) =>
  unprocessable('hook_timeout', `Failed to reach hook within maximum time of ${ms / 1000} seconds`)

/**
 * Up to three attempts within five seconds, signed as in Standard Webhooks (docs/contracts/auth.md 7). Not inside a
 * transaction, except by `judgeMfaAttempt`.
 * @throws AuthError 422 `hook_timeout`, `hook_timeout_after_retry`, `hook_payload_over_size_limit`, 400
 * `hook_payload_invalid_content_type`, 500 for any other status
 */
export async function callHttpHook(
  target: HttpTarget,
  payload: object,
  transport: HookTransport = hookTransport,
): Promise<unknown> {
  const body = JSON.stringify(payload)
  if (Buffer.byteLength(body) > maxBytes) throw tooLarge()
  const signal = AbortSignal.timeout(transport.totalMs)
  for (let attempt = 1; attempt <= maxAttempts; attempt += 1) {
    const response = await attemptOnce(target, body, transport, signal)
    if (response === 'retry') continue
    if (response !== null) return readAnswer(response, transport, signal)
    if (attempt < maxAttempts) {
      await transport.backOff(signal).catch(() => {
        throw timedOut(transport.totalMs)
      })
    }
  }
  throw unprocessable('hook_timeout_after_retry', 'Failed to reach hook after maximum retries')
}

/** @returns null without an answer; `retry` when the hook asks for it with Retry-After */
async function attemptOnce(
  target: HttpTarget,
  body: string,
  transport: HookTransport,
  signal: AbortSignal,
): Promise<Response | 'retry' | null> {
  let response: Response
  try {
    const headers = { 'Content-Type': 'application/json', ...signatureOf(target, body, transport.now()) }
    response = await transport.fetch(target.url, { method: 'POST', headers, body, redirect: 'error', signal })
  } catch {
    if (signal.aborted) throw timedOut(transport.totalMs)
    return null
  }
  if (response.ok) return response
  await response.body?.cancel()
  if ((response.status === 429 || response.status === 503) && response.headers.has('retry-after')) {
    return 'retry'
  }
  throw failed(`Unexpected status code returned from hook: ${response.status}`)
}

async function readAnswer(
  response: Response,
  { totalMs }: HookTransport,
  signal: AbortSignal,
): Promise<unknown> {
  const type = response.headers.get('content-type') ?? ''
  if (!/^application\/json\s*(;|$)/i.test(type)) {
    await response.body?.cancel()
    const message = `Invalid JSON response. Received content-type: ${type.slice(0, 100)}`
    throw new AuthError(400, 'hook_payload_invalid_content_type', message)
  }
  const chunks: Uint8Array[] = []
  let size = 0
  try {
    for await (const chunk of response.body ?? []) {
      size += chunk.byteLength
      if (size > maxBytes) break
      chunks.push(chunk)
    }
  } catch (cause) {
    throw signal.aborted ? timedOut(totalMs) : failed((cause as Error).message)
  }
  if (size > maxBytes) throw tooLarge()
  const text = Buffer.concat(chunks).toString('utf8')
  if (text.trim() === '') return {}
  try {
    return JSON.parse(text)
  } catch {
    throw failed('Error unmarshaling JSON output.')
  }
}

function signatureOf(target: HttpTarget, body: string, now: Date): Record<string, string> {
  const id = randomUUID()
  const timestamp = String(Math.floor(now.getTime() / 1000))
  const signatures = target.keys.map(
    (key) => `v1,${createHmac('sha256', key).update(`${id}.${timestamp}.${body}`).digest('base64')}`,
  )
  return { 'webhook-id': id, 'webhook-timestamp': timestamp, 'webhook-signature': signatures.join(' ') }
}

function tooLarge(): AuthError {
  const message = `Payload size exceeded size limit of ${maxBytes} bytes`
  return unprocessable('hook_payload_over_size_limit', message)
}

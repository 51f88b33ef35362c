import { request as httpRequest } from 'node:http'
import { request as httpsRequest, type RequestOptions } from 'node:https'
import { RequestFilteringHttpsAgent } from 'request-filtering-agent'
import type { WebhookFailure } from '#domain/webhooks/kinds.ts'
import { watched } from '../outgoing-calls.ts'

export interface WebhookAnswer {
  /** Null without an answer. */
  responseCode: number | null
  /** Null: a status of 2xx. */
  failure: WebhookFailure | null
}

/** Sends a body of JSON. Every failure of the receiver or the network is an answer. */
export type PostWebhook = (url: URL, headers: Record<string, string>, body: string) => Promise<WebhookAnswer>

export const webhookLimits = { timeoutMs: 10_000, answerBytes: 64_000 } as const

/** Only public addresses over HTTPS: an admin must not make the server call its own network. */
export const postToPublic: PostWebhook = (url, headers, body) => {
  if (url.protocol !== 'https:') return Promise.resolve({ responseCode: null, failure: 'refused_address' })
  return post(url, { agent: new RequestFilteringHttpsAgent(), headers }, body)
}

/** In development, receivers on this machine too, also over HTTP. */
export const postFromDevelopment: PostWebhook = (url, headers, body) =>
  isLocal(url) ? post(url, { headers }, body) : postToPublic(url, headers, body)

export function isLocal({ hostname }: URL): boolean {
  return hostname === 'localhost' || hostname === '127.0.0.1' || hostname === '[::1]'
}

async function post(url: URL, options: RequestOptions, body: string): Promise<WebhookAnswer> {
  const signal = AbortSignal.timeout(webhookLimits.timeoutMs)
  try {
    const status = await watched(
      { service: 'webhook', operation: 'POST' },
      () => statusOf(url, { ...options, signal }, body),
      (code) => code,
    )
    return { responseCode: status, failure: failureOf(status) }
  } catch (error) {
    return { responseCode: null, failure: signal.aborted ? 'timeout' : reasonOf(error) }
  }
}

function failureOf(status: number): WebhookFailure | null {
  if (status >= 200 && status < 300) return null
  return status >= 300 && status < 400 ? 'redirect' : 'response'
}

function reasonOf(error: unknown): WebhookFailure {
  // the agent's errors have no code
  return error instanceof Error && error.message.includes('is not allowed')
    ? 'refused_address'
    : 'unreachable'
}

/** Resolves after the answer, or after as much of it as is read. */
function statusOf(url: URL, options: RequestOptions, body: string): Promise<number> {
  const send = url.protocol === 'https:' ? httpsRequest : httpRequest
  const headers = {
    ...options.headers,
    'content-type': 'application/json',
    'content-length': String(Buffer.byteLength(body)),
    'user-agent': 'Carefold',
  }
  return new Promise((resolve, reject) => {
    const sent = send(url, { ...options, method: 'POST', headers }, (response) => {
      const status = response.statusCode ?? 0
      let bytes = 0
      response.on('error', reject)
      response.on('data', (part: Buffer) => {
        bytes += part.length
        if (bytes <= webhookLimits.answerBytes) return
        resolve(status)
        response.destroy()
      })
      response.on('end', () => resolve(status))
    })
    sent.on('error', reject)
    sent.end(body)
  })
}

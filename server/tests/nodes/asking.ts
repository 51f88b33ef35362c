import { expect } from 'vitest'
import type { RunningServer } from '#server/main.ts'

export const password = 'a password of four words'

export interface Answer<Body = Record<string, unknown>> {
  status: number
  body: Body
  headers: Headers
}

export interface Asking {
  /** @param site a clinic's address, `app2`, or null for the main site */
  ask<Body = Record<string, unknown>>(
    site: string | null,
    path: string,
    options?: AskOptions,
  ): Promise<Answer<Body>>
  signIn(site: string | null, email: string): Promise<string>
  call<Body = Record<string, unknown>>(
    site: string,
    token: string,
    action: string,
    input?: object,
  ): Promise<Body>
  /** Opens the live stream of a page. */
  follow(site: string, token: string): Promise<{ next(): Promise<string>; close(): Promise<void> }>
}

interface AskOptions {
  method?: string
  token?: string
  body?: unknown
  headers?: Record<string, string>
  signal?: AbortSignal
}

/** Requests of a server under test. */
export function askingOf(server: RunningServer): Asking {
  const { config } = server.services
  const originOf = (site: string | null) =>
    `http://${site ? `${site}.` : ''}${config.appDomain}:${config.port}`

  const asking: Asking = {
    async ask<Body>(site: string | null, path: string, options: AskOptions = {}) {
      const { method = options.body === undefined ? 'GET' : 'POST', token, body, headers, signal } = options
      const response = await server.fetch(
        new Request(`${originOf(site)}${path}`, {
          method,
          headers: {
            'Content-Type': 'application/json',
            ...(token && { Authorization: `Bearer ${token}` }),
            ...headers,
          },
          ...(body !== undefined && { body: JSON.stringify(body) }),
          ...(signal && { signal }),
        }),
      )
      const text = await response.text()
      const parsed = response.headers.get('content-type')?.includes('json') ? JSON.parse(text) : text
      return { status: response.status, body: parsed as Body, headers: response.headers }
    },
    async signIn(site, email) {
      const { status, body } = await asking.ask(site, '/auth/v1/token?grant_type=password', {
        body: { email, password },
      })
      if (status !== 200) throw new Error(`${status} ${JSON.stringify(body)}`)
      return String(body.access_token)
    },
    async call(site, token, action, input = {}) {
      const { status, body } = await asking.ask(site, `/functions/v1/${action}`, { token, body: input })
      if (status !== 200) throw new Error(`${action}: ${status} ${JSON.stringify(body)}`)
      return body as never
    },
    async follow(site, token) {
      const given = new AbortController()
      const answer = await server.fetch(
        new Request(`${originOf(site)}/live/v1`, {
          headers: { Authorization: `Bearer ${token}` },
          signal: given.signal,
        }),
      )
      expect(answer.status).toBe(200)
      const reader = answer.body
        ?.pipeThrough(new TextDecoderStream() as never)
        .getReader() as ReadableStreamDefaultReader<string>
      let text = ''
      return {
        async next(): Promise<string> {
          for (;;) {
            const found = /data: (\S+)\n\n/.exec(text)
            if (found?.[1]) {
              text = text.slice(found.index + found[0].length)
              return found[1]
            }
            const { done, value } = await reader.read()
            if (done) throw new Error('the stream has ended')
            text += value
          }
        },
        async close() {
          await reader.cancel()
          given.abort()
        },
      }
    },
  }
  return asking
}

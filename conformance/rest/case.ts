import type { StandaloneAccess } from './standalone.ts'
import type { ApiSettings } from './world.ts'

export interface Exchange {
  method: string
  /** Below the base path, with the query. */
  path: string
  headers: Record<string, string>
  body?: Uint8Array<ArrayBuffer>
  /** The claims of a token that the run signs; no token by default. */
  claims?: Record<string, unknown>
  scheme?: string
  expect: Expected
}

export interface Expected {
  /** 200 by default. */
  status: number
  /** A list or object must be the answer's JSON, a text its body; a RegExp in it matches text. */
  body?: unknown
  /** The required fields of a refusal. */
  error?: Record<string, unknown>
  /** Null for a header that must be absent. */
  headers?: Record<string, string | RegExp | null>
}

/** All exchanges must succeed. Changes are undone after each. */
export interface Example {
  settings?: ApiSettings
  access?: Partial<StandaloneAccess>
  /** Sends all requests before the first answer. */
  atOnce?: boolean
  exchanges: Exchange[]
}

export interface Family {
  name: string
  /** The corresponding part of PostgREST's specification, and how many of its examples are in scope. */
  follows?: { spec: string; inScope: number }
  examples: Record<string, Exchange[] | Example>
}

interface More {
  status?: number
  headers?: Record<string, string>
  body?: unknown
  claims?: Record<string, unknown>
  scheme?: string
  gives?: Record<string, string | RegExp | null>
}

function exchange(method: string, path: string, expect: Expected, more: More = {}): Exchange {
  const { headers = {}, body, claims, scheme } = more
  return {
    method,
    path,
    headers,
    ...(body !== undefined && { body: bytesOf(body) }),
    ...(claims && { claims }),
    ...(scheme && { scheme }),
    expect: { ...expect, ...(more.gives && { headers: more.gives }) },
  }
}

// Bytes, because a request with text as its body gets a text content type.
function bytesOf(body: unknown): Uint8Array<ArrayBuffer> {
  if (body instanceof Uint8Array) return new Uint8Array(body)
  return new TextEncoder().encode(typeof body === 'string' ? body : JSON.stringify(body))
}

/** @param answer undefined if the body does not matter */
export function ask(method: string, path: string, answer: unknown, more: More = {}): Exchange {
  const status = more.status ?? 200
  return exchange(method, path, { status, ...(answer !== undefined && { body: answer }) }, more)
}

export const get = (path: string, answer?: unknown, more?: More): Exchange => ask('GET', path, answer, more)

export const post = (path: string, body: unknown, answer?: unknown, more?: More): Exchange =>
  ask('POST', path, answer, { ...more, body })

export const patch = (path: string, body: unknown, answer?: unknown, more?: More): Exchange =>
  ask('PATCH', path, answer, { ...more, body })

/** @param error the required fields of the refusal, `code` first */
export function refused(
  method: string,
  path: string,
  status: number,
  error: Record<string, unknown>,
  more?: More,
): Exchange {
  return exchange(method, path, { status, error }, more)
}

export const prefer = (...preferences: string[]) => ({ Prefer: preferences.join(', ') })
export const accept = (type: string) => ({ Accept: type })
export const contentType = (type: string) => ({ 'Content-Type': type })

import type { AuthSettings } from '#server/auth/context/settings.ts'
import type { World } from './world.ts'

/** One request as any program could send it. */
export interface Call {
  method: 'GET' | 'POST' | 'PUT' | 'DELETE' | 'OPTIONS'
  /** With query; at `/`. */
  path: string
  /** Sent as JSON; a text is sent as it is. */
  body?: unknown
  token?: string
  headers?: Record<string, string>
  address?: string
}

export interface Answer {
  status: number
  // biome-ignore lint/suspicious/noExplicitAny: the wire's JSON, whose shape the cases are there to check
  body: any
  headers: Headers
}

/** What an answer must be. Objects are matched in part; a RegExp matches texts, a function judges the value. */
export interface Expected {
  status: number
  /** `error_code` of a refusal. */
  code?: string
  message?: string | RegExp
  body?: unknown
  headers?: Record<string, string | RegExp | null>
}

/**
 * One row of the contract's tables for one status. `arrange` makes what the request needs; `after` looks at the side
 * effect and throws when it is not there.
 */
export interface Case<State = unknown> {
  name: string
  /** What differs from the world's settings. */
  settings?: Partial<AuthSettings>
  arrange?(world: World): Promise<State>
  request: Call | ((state: State, world: World) => Call | Promise<Call>)
  expect: Expected
  /** Sends a refused request in both error shapes (docs/contracts/auth.md 1.2); by default only in the newer one. */
  bothShapes?: boolean
  after?(answer: Answer, state: State, world: World): Promise<void> | void
}

// biome-ignore lint/suspicious/noExplicitAny: in a list every case has its own kind of state
export type AnyCase = Case<any>

/** The cases of one family of endpoints. */
export interface Family {
  name: string
  cases: AnyCase[]
}

/** Gives the state of `arrange` its type in `request` and `after`. */
export function aCase<State = undefined>(given: Case<State>): Case<State> {
  return given
}

/** A refused call without preparation, in one line. */
export function refused(
  name: string,
  request: Call,
  status: number,
  code: string,
  more: Partial<Omit<Case<undefined>, 'name' | 'request' | 'expect'>> & { message?: string | RegExp } = {},
): Case<undefined> {
  const { message, ...rest } = more
  return { name, request, expect: { status, code, ...(message ? { message } : {}) }, ...rest }
}

export const post = (path: string, body?: unknown, more: Partial<Call> = {}): Call => ({
  method: 'POST',
  path,
  ...(body === undefined ? {} : { body }),
  ...more,
})
export const get = (path: string, more: Partial<Call> = {}): Call => ({ method: 'GET', path, ...more })
export const put = (path: string, body?: unknown, more: Partial<Call> = {}): Call => ({
  method: 'PUT',
  path,
  ...(body === undefined ? {} : { body }),
  ...more,
})
export const del = (path: string, more: Partial<Call> = {}): Call => ({ method: 'DELETE', path, ...more })

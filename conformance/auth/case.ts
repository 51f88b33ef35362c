import type { AuthSettings } from '#server/auth/context/settings.ts'
import type { Answer, Call } from './call.ts'
import type { World } from './world.ts'

/** Objects are matched in part; a RegExp matches strings, a function judges the value. */
export interface Expected {
  status: number
  /** `error_code` of a refusal. */
  code?: string
  message?: string | RegExp
  body?: unknown
  headers?: Record<string, string | RegExp | null>
}

/** A row of the contract's tables: a request and its required answer. */
export interface Case<State = unknown> {
  name: string
  settings?: Partial<AuthSettings>
  arrange?(world: World): Promise<State>
  request: Call | ((state: State, world: World) => Call | Promise<Call>)
  expect: Expected
  /** Sends a refused request in both error shapes (docs/contracts/auth.md 1.2); by default only in the newer one. */
  bothShapes?: boolean
  /** @throws Error naming what is missing */
  after?(answer: Answer, state: State, world: World): Promise<void> | void
}

// biome-ignore lint/suspicious/noExplicitAny: in a list every case has its own kind of state
export type AnyCase = Case<any>

export interface Family {
  name: string
  cases: AnyCase[]
}

/** Gives the state of `arrange` its type in `request` and `after`. */
export function aCase<State = undefined>(given: Case<State>): Case<State> {
  return given
}

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

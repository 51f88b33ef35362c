/**
 * Holds `domain/actions.ts` to the actions that the server has. Types only: nothing imports this file, the type check
 * fails in it. Its message names an action that is missing there, or that takes or answers something else.
 */
import type * as z from 'zod/mini'
import type { Actions } from '#domain/actions.ts'
import type { actions } from './features.ts'

type Implemented = {
  [Each in (typeof actions)[number] as Each['name']]: {
    input: z.input<Each['input']>
    output: AsJson<Awaited<ReturnType<Each['run']>>>
  }
}

type Name = keyof Implemented | keyof Actions

type DifferingAction = {
  [Each in Name]: IsSame<At<Implemented, Each>, At<Actions, Each>> extends true ? never : Each
}[Name]

type None<Names extends never> = Names
export type DifferingActions = None<DifferingAction>

/** A value as JSON carries it: a date arrives as an ISO string. */
type AsJson<T> = T extends Date ? string : T extends object ? { [Key in keyof T]: AsJson<T[Key]> } : T

type At<Calls, Each> = Each extends keyof Calls ? Flat<Calls[Each]> : 'missing'

/** Interfaces and intersections written out, so that only their properties are compared. */
type Flat<T> = T extends object ? { [Key in keyof T]: Flat<T[Key]> } : T

type IsSame<A, B> = (<T>() => T extends A ? 1 : 2) extends <T>() => T extends B ? 1 : 2 ? true : false

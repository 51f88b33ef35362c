import type * as z from 'zod/mini'
import type { actions } from '#server/features.ts'

type Declared = (typeof actions)[number]

type Actions = {
  [Each in Declared as Each['name']]: {
    input: z.input<Each['input']>
    output: AsJson<Awaited<ReturnType<Each['run']>>>
  }
}

/** A value after a JSON round trip: a date becomes an ISO string. */
type AsJson<T> = T extends Date ? string : T extends object ? { [Key in keyof T]: AsJson<T[Key]> } : T

export type ActionName = keyof Actions
export type ActionInput<Name extends ActionName> = Actions[Name]['input']
export type ActionOutput<Name extends ActionName> = Actions[Name]['output']

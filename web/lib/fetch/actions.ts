import type * as z from 'zod/mini'
import type { actions } from '#server/features.ts'

type Declared = (typeof actions)[number]

/** Every business action by its name in `POST /functions/v1/<name>`, as the server declares it. */
type Actions = {
  [Each in Declared as Each['name']]: {
    input: z.input<Each['input']>
    output: AsJson<Awaited<ReturnType<Each['run']>>>
  }
}

/** A value as JSON carries it: a date arrives as an ISO string. */
type AsJson<T> = T extends Date ? string : T extends object ? { [Key in keyof T]: AsJson<T[Key]> } : T

export type ActionName = keyof Actions
/** The input as the caller writes it, before defaults and transforms. */
export type ActionInput<Name extends ActionName> = Actions[Name]['input']
export type ActionOutput<Name extends ActionName> = Actions[Name]['output']

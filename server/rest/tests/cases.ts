import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { RoleCaller } from '#conformance/rest/role-database.ts'
import type { RestOptions } from '../rest-api.ts'
import {
  ann,
  anonymous,
  type Client,
  type Engine,
  engines,
  type Library,
  type OpenLibrary,
  openLibrary,
  serveLibrary,
} from './library.ts'

/** The result of any request of `@supabase/postgrest-js`. */
interface Answer {
  status: number
  data: unknown
  error: unknown
  count: number | null
}

/** A promise, a request that tests it, and the expected data or answer. */
export type Case = [promise: string, ask: (db: Client) => PromiseLike<Answer>, expected: unknown]

class Expected {
  readonly answer: Partial<Answer>

  constructor(answer: Partial<Answer>) {
    this.answer = answer
  }
}

/** A status other than 200, or a count. */
export function answers(status: number, data: unknown, count: number | null = null): Expected {
  return new Expected({ status, data, count, error: null })
}

/** Every given field must match. */
export function refused(
  status: number,
  code: string,
  words: { message?: string; details?: unknown; hint?: unknown } = {},
): Expected {
  return new Expected({ status, data: null, error: expect.objectContaining({ code, ...words }) })
}

interface Options {
  caller?: RoleCaller
  schema?: string
  headers?: Record<string, string>
  api?: Partial<RestOptions<RoleCaller>>
}

/** Runs every case on every engine. Writes are rolled back. */
export function runCases(title: string, cases: Case[], options: Options = {}): void {
  onEveryEngine(title, options.api ?? {}, (library) => {
    test.each(cases)('%s', async (_promise, ask, expected) => {
      const headers = { Prefer: 'tx=rollback', ...options.headers }
      const caller = options.caller ?? ann
      const { schema } = options
      const db = library().client({ caller, headers, ...(schema !== undefined && { schema }) })
      const { status, data, error, count } = await ask(db)
      const wanted =
        expected instanceof Expected ? expected.answer : { status: 200, data: expected, error: null }
      expect({ status, data, error, count }).toMatchObject({ count, ...wanted })
      if (!(expected instanceof Expected)) expect(data).toEqual(expected)
    })
  })
}

// Shared by a file's groups. This module outlives the file.
const opened = new Map<Engine, Promise<OpenLibrary>>()

async function closeLibraries(): Promise<void> {
  const libraries = [...opened.values()]
  opened.clear()
  for (const library of libraries) await (await library).close()
}

export function onEveryEngine(
  title: string,
  options: Partial<RestOptions<RoleCaller>>,
  tests: (library: () => Library, engine: Engine) => void,
): void {
  afterAll(closeLibraries)
  describe.each(engines)(`${title} (%s)`, (engine) => {
    let served: Library | undefined
    beforeAll(async () => {
      const library = opened.get(engine) ?? openLibrary(engine)
      opened.set(engine, library)
      served = serveLibrary(await library, options)
    })
    afterAll(() => served?.api.close())
    tests(() => {
      if (!served) throw new Error('the library is not open yet')
      return served
    }, engine)
  })
}

export { ann, anonymous }

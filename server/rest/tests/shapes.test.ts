import fc from 'fast-check'
import { afterAll, describe, expect, it } from 'vitest'
import { shapeOf } from '../shapes.ts'
import { type FuzzedRequest, fuzzedRequests, librarySchema, sendable } from './fuzz-requests.ts'
import { type Library, openLibrary, serveLibrary } from './library.ts'

const numRuns = Number(process.env.REST_FUZZ_RUNS ?? 500)

const opened = await openLibrary('pglite')
afterAll(() => opened.close())

const origin = 'http://library.test/rest/v1'
const limits = {
  basePath: '/rest/v1',
  schemas: [],
  maxDepth: 5,
  maxUrlBytes: 16_384,
  maxBodyBytes: 0,
  planEnabled: false,
}
const shapeOfPath = (path: string, init?: RequestInit) =>
  shapeOf(new Request(`${origin}${path}`, init), limits)

async function sentFor(library: Library, path: string) {
  library.sent.length = 0
  const answer = await library.fetch(path)
  return { rows: await answer.json(), statement: library.sent[0] }
}

async function answerOf(library: Library, [path, init]: ReturnType<typeof sendable>) {
  const response = await library.fetch(path, init)
  return { status: response.status, headers: [...response.headers], body: await response.text() }
}

const isShaped = (request: FuzzedRequest) => {
  const [path, init] = sendable(request)
  return ['GET', 'HEAD'].includes(request.method) && (shapeOfPath(path, init)?.values.length ?? 0) > 0
}

describe('reads of one shape', () => {
  it('share a statement from the third on', async () => {
    const library = serveLibrary(opened)
    await sentFor(library, '/books?select=id&id=eq.1')
    await sentFor(library, '/books?select=id&id=eq.2')
    const third = await sentFor(library, '/books?select=id&id=eq.3')
    const fourth = await sentFor(library, '/books?select=id&id=eq.4')
    expect([third.rows, fourth.rows]).toEqual([[{ id: 3 }], [{ id: 4 }]])
    expect(fourth.statement?.sql).toBe(third.statement?.sql)
  })

  it('hold two equal values apart', async () => {
    const library = serveLibrary(opened)
    const path = (low: number, high: number) => `/books?select=id&id=gte.${low}&id=lte.${high}&order=id`
    for (const high of [1, 2, 2]) await sentFor(library, path(1, high))
    expect((await sentFor(library, path(2, 3))).rows).toEqual([{ id: 2 }, { id: 3 }])
  })

  it('are planned again once the schema has changed', async () => {
    const library = serveLibrary(opened)
    await library.execute('create table library.shaped (id int); grant select on library.shaped to member')
    await library.execute('insert into library.shaped values (1)')
    await library.api.reloadSchema()
    for (const _ of [1, 2, 3]) await sentFor(library, '/shaped?id=eq.1')
    await library.execute('alter table library.shaped add column word text')
    await library.api.reloadSchema()
    expect((await sentFor(library, '/shaped?id=eq.1')).rows).toEqual([{ id: 1, word: null }])
  })

  it('are neither writes, nor functions, nor values whose depth is limited', () => {
    expect(shapeOfPath('/books?id=eq.1', { method: 'DELETE' })).toBeUndefined()
    expect(shapeOfPath('/rpc/count?id=eq.1')).toBeUndefined()
    expect(shapeOfPath('/books?tags=eq.{a}&id=eq.1&title=like.a*')?.values).toEqual(['1'])
  })

  it(`get the answer of a read that is planned alone, in ${numRuns} cases`, {
    timeout: 60_000 + numRuns * 100,
  }, async () => {
    const library = serveLibrary(opened)
    const reads = fuzzedRequests(librarySchema).filter(isShaped)
    await fc.assert(
      fc.asyncProperty(reads, fc.constantFrom('1', 'x', ''), async (request, other) => {
        const [path, init] = sendable(request)
        const alone = await answerOf(library, [path, init])
        const shape = shapeOfPath(path, init)
        const { pathname, search } = new URL(shape?.withValues(shape.values.map(() => other)).url ?? '')
        await answerOf(library, [pathname.slice('/rest/v1'.length) + search, init])
        expect(await answerOf(library, [path, init])).toEqual(alone)
      }),
      { numRuns },
    )
  })
})

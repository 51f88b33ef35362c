// Any page can make a browser send a GET: only actions that read answer to one (docs/threats.md T91).
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { ActorName } from '#db/tests/tenant-escape/expectations.ts'
import { isReadingAction } from '#domain/reads.ts'
import { actions } from '#server/features.ts'
import { openScenes, type Scene } from '../scene.ts'
import type { ServerAnswer, TestServer } from '../test-server.ts'
import { callersOf } from './function-expectations.ts'
import { functionInputs } from './function-inputs.ts'

const names = actions.map(({ name }) => name)
const writing = names.filter((name) => !isReadingAction(name))
const reading = names.filter((name) => isReadingAction(name))

let test: TestServer
let scene: Scene
const answers = new Map<string, ServerAnswer>()
/** Of reading actions, whose inputs may not fit a query. */
const postAnswers = new Map<string, ServerAnswer>()
let changed: string[] = []
beforeAll(async () => {
  const scenes = await openScenes()
  test = scenes.test
  scene = await scenes.next()
  const calls = []
  for (const name of names) {
    const actor = callersOf(name)[0] ?? 'admin'
    const input = await functionInputs[name]?.(scene, actor)
    calls.push({ name, input: input ?? {}, token: await tokenOf(actor) })
  }
  const before = await contents()
  const clinic = scene.world.clinics.one
  for (const { name, input, token } of calls) {
    const path = `/functions/v1/${name}`
    answers.set(name, await test.ask(`${path}?${queryOf(input)}`, { token, clinic }))
    if (isReadingAction(name))
      postAnswers.set(name, await test.ask(path, { method: 'POST', body: input, token, clinic }))
  }
  const after = await contents()
  changed = [...after].filter(([table, digest]) => before.get(table) !== digest).map(([table]) => table)
})
afterAll(() => test.close())

async function tokenOf(actor: ActorName): Promise<string | null> {
  const person = scene.world.people[actor]
  return person ? test.tokenOf(person) : null
}

function queryOf(input: object): URLSearchParams {
  const texts = Object.entries(input).map(([name, value]) => [
    name,
    typeof value === 'string' ? value : JSON.stringify(value),
  ])
  return new URLSearchParams(Object.fromEntries(texts))
}

/** Written after any answer: when a member was last here. */
const apart = ['public.membership_activity']

async function contents(): Promise<Map<string, string>> {
  const tables = await test.db.asOwner<{ name: string }>(
    `select format('%I.%I', n.nspname, c.relname) as name
       from pg_class c join pg_namespace n on n.oid = c.relnamespace
      where c.relkind = 'r' and n.nspname not in ('pg_catalog', 'information_schema')`,
  )
  const digests = new Map<string, string>()
  for (const { name } of tables.filter(({ name }) => !apart.includes(name))) {
    const [row] = await test.db.asOwner<{ digest: string }>(
      `select md5(coalesce(string_agg(t::text, ',' order by t::text), '')) as digest from ${name} t`,
    )
    digests.set(name, row?.digest ?? '')
  }
  return digests
}

it('a GET of every function and a call of every reading action change no row', () => {
  expect(changed).toEqual([])
})

describe('GET of an action that writes', () => {
  it.each(writing)('%s answers 405 and names POST', (name) => {
    const { status, headers, text } = answers.get(name) as ServerAnswer
    expect(status).toBe(405)
    expect(headers.get('allow')).toBe('POST')
    expect(JSON.parse(text)).toMatchObject({ code: 'method_not_allowed' })
  })
})

describe('GET of an action that reads', () => {
  it.each(reading)('%s runs it', async (name) => {
    expect(answers.get(name)?.status).not.toBe(405)
    expect(postAnswers.get(name)?.status).toBe(200)
  })

  // docs/specification.md B7
  it.each(['list-presentations', 'get-presentation-slides', 'featured-presentations'])(
    '%s answers as its POST does',
    (name) => {
      const withoutLinks = (text = '') => text.replaceAll(/link=[^"&]+/g, '')
      expect(answers.get(name)?.status).toBe(200)
      expect(withoutLinks(answers.get(name)?.text)).toBe(withoutLinks(postAnswers.get(name)?.text))
    },
  )
})

it.each([
  ['/functions/v1/close-plan', 'POST'],
  ['/functions/v1/list-presentations', 'GET, POST'],
  [`/files/v1/${crypto.randomUUID()}`, 'GET, HEAD'],
])('%s names the methods it accepts: %s', async (path, allowed) => {
  const { status, headers } = await test.ask(path, { method: 'DELETE', token: await tokenOf('admin') })
  expect([status, headers.get('allow')]).toEqual([405, allowed])
})

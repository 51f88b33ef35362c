// No pattern blocks or breaks the database (docs/threats.md T24).
import { afterAll, describe, expect, it } from 'vitest'
import { createDataApi } from '#server/data-api.ts'
import { openTestDatabase } from '#testing/database/database.ts'
import { aClinic, aVisitor } from '#testing/sign-in/people.ts'

const db = await openTestDatabase()
const clinic = await aClinic(db)
await db.asOwner(
  `insert into public.clinics (name, subdomain, about)
   select 'Clinic ' || n, 'clinic-' || n, repeat('Lorem ipsum dolor sit amet, consectetur aab ', 45) || n
     from generate_series(1, 200) n`,
)
await db.asOwner('vacuum analyze public.clinics')
const api = createDataApi(db.transactions)
afterAll(async () => {
  await api.close()
  await db.close()
})

async function ask(query: string, init: RequestInit = {}) {
  const request = new Request(`http://carefold.localhost/rest/v1/clinics?select=id&${query}`, init)
  const since = performance.now()
  const response = await api.fetch(request, aVisitor(clinic))
  const body = await response.json()
  return { status: response.status, code: body.code, details: body.details, ms: performance.now() - since }
}

const match = (pattern: string) => `about=match.${encodeURIComponent(pattern)}`
const refused: [string, string][] = [
  ['the one that exhausted the stack', match('(?:(?:(?:.{1,60}){1,60}){1,60})')],
  ['the same without regard to case', match('(?:(?:(?:.{1,60}){1,60}){1,60})').replace('match', 'imatch')],
  ['its milder form', match('(?:.{1,60}){1,60}')],
  ['optional pieces', match('(?:(?:.{0,2}){0,4}){0,40}')],
  ['a long run of repetitions', match(`${'a?'.repeat(120)}(?:ab?){100}`)],
  ['one of many letters', match('a'.repeat(257))],
  ['back-references', match(String.raw`(.*)(.*)(.*)\3\2\1$`)],
  ['look-ahead', match('(?=.*z)(?=.*y)(?=.*x)x')],
  ['look-behind', match('(?<!a.*)x')],
  ['basic syntax, where bounds look different', match(String.raw`(?b)\(.\{1,60\}\)\{1,60\}`)],
  ['expanded syntax', match('(?x)(.{1,60}) {1,60}')],
  ['a director', match('***:(.{1,60}){1,60}')],
  ['many in one request', Array(4).fill(match('a')).join('&')],
  ['many in one list', `about=match(any).{a,b,c,d}`],
  ['a costly one in a list', `about=match(all).{a,"(?:.{1,60}){1,60}"}`],
  ['a costly one in a list of lists', `about=match(any).{{"(?:.{1,60}){1,60}"}}`],
  ['a costly one in a tree', `or=(name.eq.x,and(about.match."(?:.{1,60}){1,60}",name.eq.y))`],
  [
    'a costly one of an embed',
    `select=id,plans(id)&plans.name=match.${encodeURIComponent('(?:.{1,60}){1,60}')}`,
  ],
]

describe('a pattern is refused', () => {
  it.each(refused)('%s', async (_what, query) => {
    expect(await ask(query)).toMatchObject({ status: 400, code: 'PGRST100' })
  })

  it('also where it selects what is written', async () => {
    for (const method of ['PATCH', 'DELETE']) {
      const init = {
        method,
        headers: { 'Content-Type': 'application/json' },
        ...(method === 'PATCH' && { body: '{"name":"x"}' }),
      }
      expect(await ask(match('(?:.{1,60}){1,60}'), init)).toMatchObject({ status: 400, code: 'PGRST100' })
    }
  })
})

describe('a pattern is answered', () => {
  it.each<[string, string]>([
    ['an address of a network', String.raw`(\d{1,3}\.){3}\d{1,3}`],
    ['an id', '[0-9a-f]{8}-([0-9a-f]{4}-){3}[0-9a-f]{12}'],
    ['as many optional pieces as are let through', '(?:(?:a|b|c|.)?){1,37}z'],
    ['as many nested ones', '(?:.{0,12}){0,12}z'],
    ['repetition without bounds', '(((((((.*)*)*)*)*)*)*)*z'],
    ['lazy and greedy in turns', '(?:.*?.*){1,40}z'],
    ['every letter there is', String.raw`[\u0001-\uffff]{1,149}z`],
  ])('%s', async (_what, pattern) => {
    expect(await ask(match(pattern))).toMatchObject({ status: 200 })
  })

  it.each(['like', 'ilike'])('%s with as many wildcards as a URL takes', async (operator) => {
    expect(await ask(`about=${operator}.${'*a_'.repeat(2_000)}z`)).toMatchObject({ status: 200 })
  })
})

it('the database answers afterwards, also with errors', async () => {
  for (const [, query] of refused) await ask(query)
  expect(await ask(`id=eq.${clinic.id}`)).toMatchObject({ status: 200 })
  expect(await ask('id=eq.no-id')).toMatchObject({ status: 400, code: '22P02' })
})

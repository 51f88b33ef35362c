import type { ActorName } from '#db/tests/tenant-escape/expectations.ts'
import { actions } from '#server/features.ts'
import type { Person } from '#testing/sign-in/people.ts'
import { expectedOutcome, functionOutcomes } from '../actors/function-expectations.ts'
import { functionInputs } from '../actors/function-inputs.ts'
import type { Scene } from '../scene.ts'
import type { Marks } from './marks.ts'

export interface Answered {
  to: string
  status: number
  text: string
  headers: Headers
}

/** Final actions, in this order, after all others. */
const last = ['leave-clinic', 'close-clinic', 'keep-clinic', 'transfer-ownership']

/** docs/decisions/0083 */
const operators = /^(operator-|agree-fee|retry-job|ask-support-access|end-support-access|support-view)/

/** By rights, so that most calls succeed. */
const whoAsks: ActorName[] = ['admin', 'staff', 'patient', 'guardian', 'outsider', 'visitor']

function whoMay(name: string): ActorName {
  const outcome = (actor: ActorName) => expectedOutcome(functionOutcomes[name] ?? {}, actor)
  return (
    whoAsks.find((actor) => outcome(actor) === 'ok') ??
    whoAsks.find((actor) => !['not_allowed', 'not_signed_in'].includes(outcome(actor))) ??
    'admin'
  )
}

async function asActor({ test, world }: Scene, actor: ActorName) {
  const person = world.people[actor]
  const acting = world.guardianships[actor]
  return {
    token: person ? await test.tokenOf(person) : null,
    clinic: world.clinics.one,
    ...(acting && { headers: { 'x-guardianship': acting.id } }),
  }
}

interface With {
  operator: Person
  marks: Marks
}

/** With a canary in each text of the inputs. */
export function callEveryAction(scene: Scene, given: With): Promise<Answered[]> {
  const names = actions.map(({ name }) => name).filter((name) => !last.includes(name))
  return callActions(scene, names, given)
}

export const callLastActions = (scene: Scene, given: With) => callActions(scene, last, given)

async function callActions(scene: Scene, names: string[], { operator, marks }: With): Promise<Answered[]> {
  const answers: Answered[] = []
  for (const name of names) {
    await readNames(scene)
    answers.push(await callMarked(scene, name, operators.test(name) ? operator : whoMay(name), marks))
  }
  return answers
}

async function readNames({ test, world: { clinics } }: Scene): Promise<void> {
  const [clinic] = await test.db.asOwner<{ name: string }>('select name from clinics where id = $1', [
    clinics.one.id,
  ])
  if (clinic) clinics.one.name = clinic.name
}

async function callMarked(
  scene: Scene,
  name: string,
  who: ActorName | Person,
  marks: Marks,
): Promise<Answered> {
  const actor = typeof who === 'string' ? who : 'admin'
  const input = (await functionInputs[name]?.(scene, actor)) as Record<string, unknown>
  const by =
    typeof who === 'string'
      ? await asActor(scene, who)
      : { token: await scene.test.tokenOf(who), clinic: scene.world.clinics.one }
  const plain = new Set<string>()
  for (;;) {
    const body = marked(input, name, marks, plain)
    const answer = await scene.test.ask(`/functions/v1/${name}`, { method: 'POST', body, ...by })
    const refused = answer.status === 200 ? [] : fieldsOf(answer.text)
    const unknown = refused.filter((path) => !plain.has(path))
    if (unknown.length === 0 || plain.has('')) return { to: `${name} as ${actor}`, ...answer }
    for (const path of unknown) plain.add(path)
  }
}

/** The fields that an answer refuses; the whole input where it names none. */
function fieldsOf(text: string): string[] {
  const { fields } = JSON.parse(text) as { fields?: { path: string }[] }
  return fields?.map(({ path }) => path) ?? ['']
}

/** Ids, dates, times, and values without free text. */
const fixed = /^([0-9a-f]{8}-[0-9a-f-]{27}|\d{4}-\d{2}-\d{2}.*|\d{2}:\d{2}|#[0-9A-F]{6})$/

/** Puts a canary in each text, except at the paths in `plain`. */
function marked(value: unknown, name: string, marks: Marks, plain: Set<string>, path = ''): unknown {
  if ([...plain].some((known) => known === path || path.startsWith(`${known}.`) || known === '')) return value
  const within = (inner: unknown, key: string) =>
    marked(inner, name, marks, plain, path ? `${path}.${key}` : key)
  if (Array.isArray(value)) return value.map((item, index) => within(item, String(index)))
  if (value && typeof value === 'object')
    return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, within(inner, key)]))
  if (typeof value !== 'string' || fixed.test(value)) return value
  const word = marks.word(`${name}: ${path.replace(/\.\d+/g, '')}`)
  if (/^[^@\s]+@[^@\s]+$/.test(value)) return `${word}.${value}`
  return /^[a-z0-9-]+$/.test(value) ? `${value}-${word}` : `${value} ${word}`.trim()
}

/** Every table over HTTP in each role, and the account's own data. */
export async function readEverything(scene: Scene): Promise<Answered[]> {
  const tables = await scene.test.db.asOwner<{ name: string }>(
    `select relname as name from pg_class where relnamespace = 'public'::regnamespace and relkind in ('r', 'p', 'v') order by 1`,
  )
  const answers: Answered[] = []
  for (const actor of ['admin', 'patient', 'guardian', 'visitor'] as const) {
    const by = await asActor(scene, actor)
    for (const { name } of tables)
      answers.push({ to: `${name} as ${actor}`, ...(await scene.test.ask(`/rest/v1/${name}?select=*`, by)) })
    for (const path of ['/auth/v1/user', '/auth/v1/user/sessions'])
      answers.push({ to: `${path} as ${actor}`, ...(await scene.test.ask(path, by)) })
  }
  return answers
}

/** Requests with names in them, and one that fails on a text. */
export async function askByName(scene: Scene, marks: Marks): Promise<Answered[]> {
  const name = marks.word('public.patients.full_name')
  const queries = [
    `patients?full_name=ilike.*${name}*&select=*,appointments(*)`,
    `patients?email=ilike.*${marks.word('public.patients.email')}*`,
    `patients?or=(full_name.eq.${name},email.eq.${name})`,
    `patients?id=eq.${name}`,
    'appointments?select=notes::int',
  ]
  const by = await asActor(scene, 'admin')
  const answers: Answered[] = []
  for (const query of queries)
    answers.push({ to: `${query} as admin`, ...(await scene.test.ask(`/rest/v1/${query}`, by)) })
  return answers
}

export async function useAccounts(scene: Scene, marks: Marks): Promise<Answered[]> {
  const { test, world } = scene
  const by = await asActor(scene, 'otherPatient')
  const [known] = await test.db.asOwner<{ email: string }>('select email from auth.users where id = $1', [
    world.people.otherPatient?.userId,
  ])
  const [stranger] = await test.db.asOwner<{ email: string }>('select email from auth.users where id = $1', [
    world.people.foreignAdmin?.userId,
  ])
  const join = {
    email: stranger?.email,
    password: 'a quiet long password',
    name: 'Lane',
    subdomain: world.clinics.one.subdomain,
  }
  const [other] = await test.db.asOwner<{ email: string }>('select email from auth.users where id = $1', [
    world.people.staff?.userId,
  ])
  const unknown = `${marks.word('sign-up: email')}-${crypto.randomUUID()}@canary.test`
  const data = { full_name: marks.word('sign-up: full_name') }
  const password = `${marks.word('sign-up: password')} is long enough`
  const steps: [string, string, unknown][] = [
    ['POST', '/signup', { email: unknown, password, data }],
    ['POST', '/signup', { email: known?.email, password, data }],
    ['POST', '/token?grant_type=password', { email: known?.email, password }],
    ['POST', '/recover', { email: known?.email }],
    ['POST', '/otp', { email: known?.email }],
    ['POST', '/otp', { phone: `+${marks.digits('sign-up: phone')}000` }],
    ['GET', '/reauthenticate', undefined],
    ['PUT', '/user', { email: `${marks.word('account: email')}@canary.test` }],
    ['PUT', '/user', { email: other?.email }],
    ['PUT', '/user', { data: { full_name: marks.word('account: full_name') } }],
    ['POST', '/factors', { factor_type: 'totp', friendly_name: marks.word('account: friendly_name') }],
  ]
  const answers: Answered[] = []
  const invited = { email: `${marks.word('invite: email')}-${crypto.randomUUID()}@canary.test`, data }
  const service = { token: await test.serviceToken(), clinic: world.clinics.one }
  answers.push({
    to: 'clinic-join with the address of an account',
    ...(await test.ask('/functions/v1/clinic-join', {
      method: 'POST',
      body: join,
      clinic: world.clinics.one,
    })),
  })
  answers.push({
    to: 'POST /invite',
    ...(await test.ask('/auth/v1/invite', { method: 'POST', body: invited, ...service })),
  })
  for (const [method, path, body] of steps)
    answers.push({ to: `${method} ${path}`, ...(await test.ask(`/auth/v1${path}`, { method, body, ...by })) })
  return answers
}

// Values that no row can store are refused at their field, never a failure (docs/threats.md T93).
import { afterAll, describe, expect, it } from 'vitest'
import { actions } from '#server/features.ts'
import { openScenes } from '../scene.ts'
import { callersOf } from './function-expectations.ts'
import { functionInputs } from './function-inputs.ts'
import { type InputField, inputFields, withField } from './input-fields.ts'

const { test, current } = await openScenes()
afterAll(() => test.close())
let scene = await current()

const nul = '\u0000'
const halfOfAPair = '\ud800'

const fieldsByName = new Map<string, InputField[]>(
  actions.map((action) => [action.name, inputFields(action)]),
)
const isText = ({ type }: InputField) => ['string', 'enum', 'literal', 'unknown'].includes(type)
const isDate = ({ format }: InputField) => format === 'date' || format === 'datetime'
const isNumber = ({ type }: InputField) => type === 'number'

/** Paths of the fields of a kind; one that accepts several kinds of values appears once. */
function placesOf(name: string, is: (field: InputField) => boolean): string[][] {
  const paths = (fieldsByName.get(name) ?? []).filter(is).map(({ path }) => path.join('.'))
  return [...new Set(paths)].map((path) => path.split('.'))
}

const named = (is: (field: InputField) => boolean) =>
  actions.map(({ name }) => name).filter((name) => placesOf(name, is).length > 0)

const callerOf = (name: string) => callersOf(name)[0] ?? 'admin'

async function send(name: string, input: unknown) {
  const person = scene.world.people[callerOf(name)]
  const { status, text } = await test.ask(`/functions/v1/${name}`, {
    method: 'POST',
    body: input,
    token: person ? await test.tokenOf(person) : null,
    clinic: scene.world.clinics.one,
  })
  const fields: { path: string }[] = status === 200 ? [] : (JSON.parse(text).fields ?? [])
  return { status, fields: fields.map(({ path }) => path), text }
}

/** Sends the value at each path alone; the answer must refuse it there, whatever else is missing. */
async function expectRefused(name: string, places: string[][], valueAt: (path: string[]) => string) {
  for (const path of places) {
    const { status, fields, text } = await send(name, withField({}, path, valueAt(path)))
    expect([path, status, fields], text).toEqual([path, 400, expect.arrayContaining([path.join('.')])])
  }
}

/** Sends each value in an otherwise valid input. Postgres must accept each one that the schema accepts. */
async function expectNoFailure(name: string, places: string[][], values: unknown[]) {
  scene = await current()
  let valid: object | undefined
  for (const path of places)
    for (const value of values) {
      valid ??= await functionInputs[name]?.(scene, callerOf(name))
      const { status, text } = await send(name, withField(valid, path, value))
      // the payment sandbox does not know planted rows
      const isOurs =
        (status < 500 && !text.includes('"value_refused"')) || text.includes('"payments_unavailable"')
      expect(isOurs ? null : { path, value, status, text }).toBeNull()
      if (status === 200) valid = undefined
    }
}

describe.each([
  ['NUL', `a${nul}`],
  ['half of a surrogate pair', `a${halfOfAPair}`],
])('%s in a text', (_what, value) => {
  it.each(named(isText))('of %s is refused at its field', (name) =>
    expectRefused(name, placesOf(name, isText), () => value),
  )
})

describe.each([
  ['0000', '0000-01-01'],
  ['0001', '0001-01-01'],
  ['9999', '9999-12-31'],
])('the year %s in a date', (_year, day) => {
  it.each(named(isDate))('of %s is refused at its field', (name) => {
    const instants = placesOf(name, ({ format }) => format === 'datetime').map(String)
    return expectRefused(name, placesOf(name, isDate), (path) =>
      instants.includes(String(path)) ? `${day}T00:00:00Z` : day,
    )
  })
})

it.each(named(isNumber))('a number that no column holds is no failure of %s', (name) =>
  expectNoFailure(name, placesOf(name, isNumber), [-1, 0.5, 2 ** 31, 1e300]),
)

it.each(named(isText))('an address written oddly, or a long number, is no failure of %s', (name) =>
  expectNoFailure(name, placesOf(name, isText), ['HTTPS://X.TEST', 'https:x.test', '9'.repeat(400)]),
)

/** Free text: a row whose date cannot be parsed is omitted with its reason. */
const freeDates = ['birthday', 'paidUntil']

it('every field that takes a date is known as one', () => {
  const isNamedAsDate = (key: string) =>
    /^(date|from|until|birthday)$|(On|Date|Until|From|OfBirth)$/.test(key)
  const unknown = [...fieldsByName].flatMap(([name, fields]) =>
    fields
      .filter(({ type, format }) => type === 'string' && !format)
      .map(({ path }) => path.at(-1) ?? '')
      .filter((key) => isNamedAsDate(key) && !freeDates.includes(key))
      .map((key) => `${name} ${key}`),
  )
  expect(unknown).toEqual([])
})

const id = crypto.randomUUID()

// `functions` refuses it in bodies above; the auth service's bodies: server/auth/tests
describe('%00 in an address or a form is no failure', () => {
  it.each<[method: string, address: string, form?: string]>([
    ['GET', '/auth/v1/verify?type=signup&token=a%00'],
    ['GET', '/auth/v1/verify?type=a%00&token=a'],
    ['GET', '/auth/v1/verify?type=signup&token=a&redirect_to=https://x.test/a%00'],
    ['GET', '/auth/v1/authorize?provider=a%00'],
    ['GET', '/auth/v1/authorize?provider=google&redirect_to=a%00'],
    ['GET', '/auth/v1/authorize?provider=google&invite_token=a%00'],
    ['GET', '/auth/v1/authorize?provider=google&scopes=a%00'],
    ['GET', '/auth/v1/authorize?provider=google&nonce=a%00'],
    [
      'GET',
      `/auth/v1/authorize?provider=google&code_challenge_method=s256&code_challenge=${'a'.repeat(43)}%00`,
    ],
    ['GET', '/auth/v1/user/identities/authorize?provider=a%00'],
    ['GET', '/auth/v1/callback?code=a&state=a%00'],
    ['GET', `/auth/v1/callback?code=a%00&state=${id}`],
    ['GET', `/auth/v1/callback?error=a%00&error_description=a%00&state=${id}`],
    ['POST', '/auth/v1/callback', `code=a%00&state=${id}&user=a%00`],
    ['POST', '/auth/v1/sso/saml/acs', 'SAMLResponse=a%00&RelayState=a%00'],
    ['POST', '/auth/v1/token?grant_type=a%00'],
    ['POST', '/auth/v1/logout?scope=a%00'],
    ['DELETE', '/auth/v1/user/identities/a%00'],
    ['DELETE', '/auth/v1/user/sessions/a%00'],
    ['DELETE', '/auth/v1/factors/a%00'],
    ['POST', '/auth/v1/factors/a%00/verify'],
    ['GET', '/auth/v1/admin/users/a%00'],
    ['GET', '/auth/v1/admin/users?filter=a%00'],
    ['GET', '/auth/v1/admin/users?sort=a%00'],
    ['GET', '/auth/v1/admin/audit?query=author:a%00'],
    ['GET', '/auth/v1/a%00'],
    ['GET', '/rest/v1/plans?name=eq.a%00'],
    ['GET', '/rest/v1/plans?select=a%00'],
    ['GET', '/rest/v1/plans?order=a%00'],
    ['GET', '/rest/v1/plans?a%00=eq.a'],
    ['GET', '/rest/v1/a%00'],
    ['GET', '/rest/v1/rpc/audit_log_for_me?up_to=a%00'],
    ['GET', '/rest/v1/rpc/a%00'],
    ['GET', '/functions/v1/a%00'],
    ['GET', '/functions/v1/list-presentations?a=a%00'],
    ['GET', '/files/v1/a%00'],
    ['GET', `/files/v1/${id}?link=a%00`],
    ['POST', '/files/v1/uploads/a%00'],
    ['GET', '/calendars/v1/times.ics?key=a%00'],
    ['POST', '/hooks/stripe/account', 'a%00'],
    ['POST', '/hooks/sms', 'Body=a%00&From=a%00'],
    ['GET', '/?c=a%00'],
    ['GET', '/join/a%00'],
    ['GET', '/a%00'],
  ])('%s %s', async (method, address, form) => {
    const admin = scene.world.people.admin
    for (const token of [null, await test.serviceToken(), admin ? await test.tokenOf(admin) : null]) {
      const answer = await test.ask(address, {
        method,
        token,
        ...(method !== 'GET' && { rawBody: form ?? '{}' }),
        ...(form !== undefined && { headers: { 'content-type': 'application/x-www-form-urlencoded' } }),
      })
      expect(answer.status, answer.text).toBeLessThan(500)
    }
  })

  it('in the name of an upload', async () => {
    const admin = scene.world.people.admin
    const metadata = { kind: 'content_pdf', filename: `a${nul}.pdf` }
    const { status, text } = await test.ask('/files/v1/uploads', {
      method: 'POST',
      token: admin ? await test.tokenOf(admin) : null,
      clinic: scene.world.clinics.one,
      headers: {
        'tus-resumable': '1.0.0',
        'upload-length': '4',
        'upload-metadata': Object.entries(metadata)
          .map(([key, value]) => `${key} ${Buffer.from(value).toString('base64')}`)
          .join(','),
      },
    })
    expect([status, JSON.parse(text).fields]).toMatchObject([400, [{ path: 'filename' }]])
  })
})

describe('an unknown header', () => {
  const values = ['a%00', 'caf\u00e9 \u0080\u00ff', "'; --", '0', 'null', ',;=,']
  const headers = [
    ...['x-clinic', 'x-guardianship', 'x-forwarded-for', 'x-jwt-aud', 'redirect_to', 'referer', 'origin'],
    ...['user-agent', 'cookie', 'authorization', 'apikey', 'accept', 'prefer', 'range', 'accept-profile'],
    ...['content-type', 'content-profile', 'if-none-match', 'x-supabase-api-version', 'traceparent'],
    ...['tus-resumable', 'upload-length', 'upload-metadata', 'upload-offset', 'x-live-mark'],
  ]
  const calls: [method: string, address: string][] = [
    ['POST', '/auth/v1/otp'],
    ['GET', '/auth/v1/user'],
    ['GET', '/rest/v1/plans'],
    ['POST', '/rest/v1/rpc/sign_ins_for_me'],
    ['POST', '/functions/v1/setup-checklist'],
    ['POST', '/files/v1/uploads'],
    ['GET', `/files/v1/${id}`],
    ['GET', '/'],
  ]

  it.each(headers)('%s is no failure', async (header) => {
    const admin = scene.world.people.admin
    for (const [method, address] of calls)
      for (const value of values)
        for (const token of [null, admin ? await test.tokenOf(admin) : null]) {
          const { status } = await test.ask(address, {
            method,
            token,
            ...(method !== 'GET' && { rawBody: '{"email":"a@b.test"}' }),
            headers: { 'tus-resumable': '1.0.0', [header]: value },
          })
          expect([method, address, value, status >= 500]).toEqual([method, address, value, false])
        }
  })
})

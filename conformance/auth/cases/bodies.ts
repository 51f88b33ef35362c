import { type Call, post, put } from '../call.ts'
import { aCase, type Case, type Family, refused } from '../case.ts'
import { noFields } from '../match.ts'
import type { World } from '../world.ts'

/** Unreadable bodies, at every endpoint with a body (docs/contracts/auth.md 1.1, 1.2). */

const wrongType: Record<string, unknown> = {
  '/signup': { email: 1 },
  '/otp': { email: 1 },
  '/magiclink': { email: 1 },
  '/recover': { email: ['a'] },
  '/resend': { type: 1 },
  '/verify': { type: 1 },
  '/token?grant_type=password': { email: {} },
  '/token?grant_type=refresh_token': { refresh_token: 1 },
  '/token?grant_type=pkce': { auth_code: 1 },
  '/invite': { email: 1 },
  '/admin/users': { email: 1 },
  '/admin/generate_link': { type: 1 },
}

const isAdmins = (path: string) => path.startsWith('/admin') || path === '/invite'

async function tokenFor(world: World, path: string): Promise<string | undefined> {
  return isAdmins(path) ? world.adminToken() : undefined
}

function caseAt(path: string, name: string, body: unknown, expect: Case['expect']): Case<string | undefined> {
  return {
    name: `POST ${path} with ${name}`,
    arrange: (world) => tokenFor(world, path),
    request: (token) => ({ ...post(path, body), ...(token ? { token } : {}) }),
    expect,
    bothShapes: name === 'truncated JSON',
  }
}

const badJson = { status: 400, code: 'bad_json', message: /^Could not parse request body as JSON: / }

const unreadable = Object.entries(wrongType).flatMap(([path, body]) => [
  caseAt(path, 'truncated JSON', '{"email":', badJson),
  caseAt(path, 'an empty body', '', badJson),
  caseAt(path, 'a list', '[]', badJson),
  caseAt(path, 'a wrong JSON type', body, badJson),
  caseAt(path, 'more than 1 MiB', `{"email":"${'x'.repeat(1024 * 1024)}"}`, {
    status: 413,
    code: 'request_entity_too_large',
  }),
])

const putUser = (body: unknown) => (person: { accessToken: string }) =>
  put('/user', body, { token: person.accessToken })

const nul = String.fromCharCode(0)

export const bodies: Family = {
  name: 'bodies',
  cases: [
    ...unreadable,
    aCase({
      name: 'PUT /user with truncated JSON',
      arrange: (world) => world.createSignedInUser(),
      request: putUser('{"data":'),
      expect: badJson,
    }),
    aCase({
      name: 'PUT /user with a wrong JSON type',
      arrange: (world) => world.createSignedInUser(),
      request: putUser({ data: 'text' }),
      expect: badJson,
    }),
    refused('a NUL in a string', post('/recover', { email: `a${nul}@example.test` }), 400, 'bad_json'),
    ...(['text/plain', 'application/x-www-form-urlencoded', ''] as const).map((type) =>
      aCase({
        name: `JSON is read although Content-Type says "${type}"`,
        request: (_state, world: World): Call =>
          post('/recover', { email: world.newEmail() }, { headers: type ? { 'content-type': type } : {} }),
        expect: { status: 200, body: noFields },
      }),
    ),
    aCase({
      name: 'unknown fields are ignored',
      request: (_state, world) => post('/recover', { email: world.newEmail(), color: 'green', n: [1] }),
      expect: { status: 200 },
    }),
    aCase({
      name: 'null counts as absent',
      request: (_state, world) => post('/recover', { email: world.newEmail(), code_challenge: null }),
      expect: { status: 200 },
    }),
    refused('an unknown path', { method: 'GET', path: '/nothing' }, 404, 'unknown'),
    refused('a method that a path does not support', { method: 'DELETE', path: '/signup' }, 405, 'unknown'),
    aCase({
      name: 'a malformed API version means the older shape',
      request: post('/recover', {}, { headers: { 'x-supabase-api-version': 'yesterday' } }),
      expect: {
        status: 400,
        body: { code: 400, error_code: 'validation_failed' },
        headers: { 'x-supabase-api-version': null, 'x-sb-error-code': 'validation_failed' },
      },
    }),
    aCase({
      name: 'an older API version means the older shape',
      request: post('/recover', {}, { headers: { 'x-supabase-api-version': '2023-12-31' } }),
      expect: { status: 400, body: { code: 400, error_code: 'validation_failed' } },
    }),
    aCase({
      name: 'a later API version means the newer shape',
      request: post('/recover', {}, { headers: { 'x-supabase-api-version': '2030-01-01' } }),
      expect: {
        status: 400,
        body: { code: 'validation_failed' },
        headers: { 'x-supabase-api-version': '2024-01-01' },
      },
    }),
    aCase({
      name: 'the same under /auth/v1',
      request: post('/auth/v1/recover', {}),
      expect: { status: 400, body: { error_code: 'validation_failed' } },
    }),
    aCase({
      name: 'the time limit answers 504, which clients retry',
      settings: { requestTimeoutMs: 1 },
      request: (_state, world) =>
        post('/signup', { email: world.newEmail(), password: 'a quiet long password' }),
      expect: { status: 504, code: 'request_timeout' },
    }),
    aCase({
      name: 'a preflight is answered',
      request: {
        method: 'OPTIONS',
        path: '/token',
        headers: { origin: 'http://page.test', 'access-control-request-headers': 'apikey' },
      },
      expect: {
        status: 204,
        headers: { 'access-control-allow-origin': '*', 'access-control-allow-headers': /apikey/ },
      },
    }),
  ],
}

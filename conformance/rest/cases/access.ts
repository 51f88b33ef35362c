import { ask, type Exchange, type Family, get, patch, post, prefer, refused } from '../case.ts'

/** Tokens, schemas, the end of the transaction, refusals (docs/contracts/data-api.md 1, 6, 7). */

const whole = prefer('return=representation')
const smith = { role: 'workshop_smith' }
const denied = (name: string) => ({
  code: '42501',
  message: `permission denied for table ${name}`,
  details: null,
  hint: null,
})
const invalid = (message: string) => ({
  'www-authenticate': `Bearer error="invalid_token", error_description="${message}"`,
})
const bearer = (token: string) => ({ Authorization: `Bearer ${token}` })
const badToken = (code: string, message: string, headers: Record<string, string>) =>
  refused(
    'GET',
    '/secrets',
    401,
    { code, message, details: null, hint: null },
    { headers, gives: invalid(message) },
  )
const badClaims = (message: string, claims: Record<string, unknown>) =>
  refused(
    'GET',
    '/secrets',
    401,
    { code: 'PGRST303', message, details: null, hint: null },
    {
      claims: { ...smith, ...claims },
      gives: invalid(message),
    },
  )
const secrets = (claims: Record<string, unknown>) => get('/secrets', [], { claims: { ...smith, ...claims } })
const inAnHour = Math.floor(Date.now() / 1000) + 3600
const audType = "The JWT 'aud' claim must be a string or an array of strings"
const claimed = {
  sub: 'someone',
  jti: 'foo',
  nbf: 1_300_819_380,
  exp: 9_999_999_999,
  iss: 'joe',
  iat: 1_300_819_380,
}

export const tokens: Family = {
  name: 'tokens',
  follows: { spec: 'AuthSpec, NoAnonSpec, NoJwtSecretSpec', inScope: 27 },
  examples: {
    'a table that anonymous callers may not read': [
      refused('GET', '/secrets', 401, denied('secrets'), { gives: { 'www-authenticate': 'Bearer' } }),
    ],
    'a table that the role may not read': [
      refused('GET', '/of_nobody', 403, denied('of_nobody'), { claims: smith }),
    ],
    'a function that anonymous callers may not call': [
      refused('POST', '/rpc/for_smith', 401, { code: '42501' }, { body: { name: 'you' } }),
    ],
    'a function that the role may call': [
      post('/rpc/for_smith', { name: 'you' }, '"For you"', { claims: smith }),
    ],
    'SQL reads every claim': [
      post(
        '/rpc/claims',
        {},
        { ...claimed, ...smith, 'http://test/foo': true },
        {
          claims: { ...claimed, ...smith, 'http://test/foo': true },
        },
      ),
    ],
    'the tables of the role': [secrets({ id: 'ann' })],
    'claims of one’s own': [secrets({ id: 'ann', key1: 'value1', a: 1, b: { c: 2 } })],
    'a token that will expire': [secrets({ exp: 9_999_999_999 })],
    'a token issued now': [secrets({ iat: Math.floor(Date.now() / 1000) })],
    'an empty token': [
      badToken('PGRST301', 'Empty JWT is sent in Authorization header', bearer('')),
      badToken('PGRST301', 'Empty JWT is sent in Authorization header', { Authorization: 'Bearer' }),
    ],
    'an expired token': [badClaims('JWT expired', { exp: 1_446_678_149 })],
    'a token that is not valid yet': [badClaims('JWT not yet valid', { nbf: inAnHour })],
    'a token issued in the future': [badClaims('JWT issued at future', { iat: inAnHour })],
    'a token of two parts': [badToken('PGRST301', 'Expected 3 parts in JWT; got 2', bearer('ey9.y4vZ'))],
    'a token without claims': [refused('GET', '/secrets', 401, denied('secrets'), { claims: {} })],
    'a token without a role': [refused('GET', '/secrets', 401, denied('secrets'), { claims: { id: 'ann' } })],
    'a request after one that failed': [
      refused('POST', '/rpc/problem', 400, { code: 'P0001' }, { claims: smith }),
      secrets({ id: 'ann' }),
    ],
    'exp that is no number': [badClaims("The JWT 'exp' claim must be a number", { exp: 'invalid' })],
    'nbf that is no number': [badClaims("The JWT 'nbf' claim must be a number", { nbf: 'invalid' })],
    'iat that is no number': [badClaims("The JWT 'iat' claim must be a number", { iat: 'invalid' })],
    'aud that is no text': [badClaims(audType, { aud: { invalid: 'value' } })],
    'aud with something that is no text': [badClaims(audType, { aud: [{ invalid: 'value' }, 'test'] })],
    'the scheme in any case': [get('/secrets', [], { claims: smith, scheme: 'bearer' })],
    'no key: a token': {
      access: { secret: '' },
      exchanges: [
        refused(
          'GET',
          '/secrets',
          500,
          { code: 'PGRST300', message: 'Server lacks JWT secret', details: null, hint: null },
          { claims: smith },
        ),
      ],
    },
    'no key: no token': { access: { secret: '' }, exchanges: [get('/parts')] },
    'an unknown role': [
      refused(
        'GET',
        '/secrets',
        401,
        { code: '22023', message: 'role "nobody" does not exist' },
        {
          claims: { role: 'nobody' },
        },
      ),
    ],
    'no anonymous role: a token': {
      access: { noAnon: true },
      exchanges: [secrets({})],
    },
    'no anonymous role: no token': {
      access: { noAnon: true },
      exchanges: [
        refused(
          'GET',
          '/parts',
          401,
          {
            code: 'PGRST302',
            message: 'Anonymous access is disabled',
            details: null,
            hint: null,
          },
          { gives: { 'www-authenticate': 'Bearer' } },
        ),
      ],
    },
  },
}

const audience = (...exchanges: Exchange[]) => ({ access: { audience: 'ours' }, exchanges })
const notOurs = (aud: unknown) => audience(badClaims('JWT not in audience', { aud }))

export const audiences: Family = {
  name: 'audiences',
  follows: { spec: 'AudienceJwtSecretSpec', inScope: 19 },
  examples: {
    ours: audience(secrets({ aud: 'ours' })),
    another: notOurs('not ours'),
    'an empty one': notOurs(''),
    'ours in a list': audience(secrets({ aud: ['ours'] })),
    'ours among others': audience(secrets({ aud: ['other', 'ours', 'another'] })),
    'another in a list': notOurs(['not ours']),
    'others in a list': notOurs(['not ours', 'still not ours']),
    'an empty list': audience(secrets({ aud: [] })),
    null: audience(secrets({ aud: null })),
    none: audience(secrets({})),
    'no token': audience(get('/tallies')),
    'not checked: one': [secrets({ aud: 'theirs' })],
    'not checked: an empty one': [secrets({ aud: '' })],
    'not checked: one in a list': [secrets({ aud: ['theirs'] })],
    'not checked: several': [secrets({ aud: ['theirs', 'others'] })],
    'not checked: an empty list': [secrets({ aud: [] })],
    'not checked: null': [secrets({ aud: null })],
    'not checked: none': [secrets({})],
    'not checked: no token': [get('/tallies')],
  },
}

const special = 'SPECIAL "@/\\#~_-'
const inSchemas = (...exchanges: Exchange[]) => ({
  settings: { schemas: ['east', 'west', special], extraSearchPath: ['public'] },
  exchanges,
})
const of = (profile: string) => ({ 'content-profile': profile })
const read = (profile: string) => ({ 'Accept-Profile': profile })
const write = (profile: string) => ({ 'Content-Profile': profile, ...whole })
const wrongSchema = {
  code: 'PGRST106',
  message: 'Invalid schema: unknown',
  details: null,
  hint: `Only the following schemas are exposed: east, west, ${special}`,
}
const parents = (side: string, ...numbers: number[]) =>
  numbers.map((id) => ({ id, name: `parent ${side}-${id}` }))

export const schemas: Family = {
  name: 'schemas',
  follows: { spec: 'MultipleSchemaSpec', inScope: 21 },
  examples: {
    'the first without a header': inSchemas(
      get('/parents?order=id', parents('east', 1, 2), { gives: of('east') }),
    ),
    'the first by the header': inSchemas(
      get('/parents?order=id', parents('east', 1, 2), { headers: read('east'), gives: of('east') }),
    ),
    'the second': inSchemas(
      get('/parents?order=id', parents('west', 3, 4), { headers: read('west'), gives: of('west') }),
    ),
    'a table that only the second has': inSchemas(
      get(
        '/others?order=id',
        [
          { id: 5, other: 'value 5' },
          { id: 6, other: 'value 6' },
        ],
        { headers: read('west'), gives: of('west') },
      ),
    ),
    'a table that the first does not have': inSchemas(
      refused('GET', '/others', 404, { code: 'PGRST205' }, { headers: read('east') }),
    ),
    'an unknown one': inSchemas(refused('GET', '/parents', 406, wrongSchema, { headers: read('unknown') })),
    'a name of special characters': inSchemas(
      get(
        '/names?select=id,name&order=id',
        [
          { id: 1, name: 'John' },
          { id: 2, name: 'Mary' },
          { id: 3, name: 'José' },
        ],
        { headers: read(special), gives: of(special) },
      ),
    ),
    'embeds where the name has special characters': inSchemas(
      get(
        '/names?select=name,languages(name)&id=in.(1,3)&order=id',
        [
          { name: 'John', languages: { name: 'English' } },
          { name: 'José', languages: { name: 'Spanish' } },
        ],
        { headers: read(special) },
      ),
    ),
    'computed relations where the name has special characters': inSchemas(
      get(
        '/names?select=name,spoken(name)&id=in.(1,3)&order=id',
        [
          { name: 'John', spoken: { name: 'English' } },
          { name: 'José', spoken: { name: 'Spanish' } },
        ],
        { headers: read(special) },
      ),
    ),
    'an insert into the first': inSchemas(
      post('/children', { id: 0, name: 'child', parent_id: 1 }, [{ id: 0, name: 'child', parent_id: 1 }], {
        status: 201,
        headers: whole,
        gives: of('east'),
      }),
    ),
    'an insert into the first, with its parent': inSchemas(
      post(
        '/children?select=id,parent(*)',
        { id: 0, parent_id: 2 },
        [{ id: 0, parent: parents('east', 2)[0] }],
        {
          status: 201,
          headers: write('east'),
          gives: of('east'),
        },
      ),
    ),
    'an insert into the second, with its parent': inSchemas(
      post(
        '/children?select=id,parent(*)',
        { id: 0, parent_id: 3 },
        [{ id: 0, parent: parents('west', 3)[0] }],
        {
          status: 201,
          headers: write('west'),
          gives: of('west'),
        },
      ),
    ),
    'an insert into an unknown one': inSchemas(
      refused('POST', '/children', 406, wrongSchema, { body: { id: 0 }, headers: write('unknown') }),
    ),
    'a function of the first': inSchemas(
      get('/rpc/parents_below?id=6', parents('east', 1, 2), { gives: of('east') }),
    ),
    'a function of the first, with embeds': inSchemas(
      get(
        '/rpc/parents_below?id=6&select=id,children(id)',
        [1, 2].map((id) => ({ id, children: [{ id }] })),
        {
          headers: read('east'),
          gives: of('east'),
        },
      ),
    ),
    'a function of the second, with embeds': inSchemas(
      get(
        '/rpc/parents_below?id=6&select=id,children(id)',
        [
          { id: 3, children: [{ id: 1 }] },
          { id: 4, children: [] },
        ],
        { headers: read('west'), gives: of('west') },
      ),
    ),
    'a function of the second, by POST': inSchemas(
      post('/rpc/parents_below?select=id', { id: '6' }, [{ id: 3 }, { id: 4 }], {
        headers: { 'Content-Profile': 'west' },
        gives: of('west'),
      }),
    ),
    'an update in the first': inSchemas(
      patch(
        '/children?select=name,parent(name)&id=eq.1',
        { name: 'new' },
        [{ name: 'new', parent: { name: 'parent east-1' } }],
        { headers: write('east'), gives: of('east') },
      ),
    ),
    'an update in the second': inSchemas(
      patch(
        '/children?select=name,parent(name)&id=eq.1',
        { name: 'new' },
        [{ name: 'new', parent: { name: 'parent west-3' } }],
        { headers: write('west'), gives: of('west') },
      ),
    ),
    'a delete in the second': inSchemas(
      ask('DELETE', '/children?id=eq.1', [{ id: 1, name: 'child west-3', parent_id: 3 }], {
        headers: write('west'),
        gives: of('west'),
      }),
    ),
    'a PUT in the second': inSchemas(
      ask('PUT', '/children?id=eq.111', [{ id: 111, name: 'child', parent_id: null }], {
        status: 201,
        body: [{ id: 111, name: 'child', parent_id: null }],
        headers: write('west'),
        gives: of('west'),
      }),
    ),
  },
}

const spare = { id: 900 }
const spares = (...values: number[]) => values.map((id) => ({ id }))
const committing = prefer('tx=commit')
const remove = ask('DELETE', '/spares?id=gte.900', '', {
  status: 204,
  headers: committing,
  gives: { 'content-type': null },
})
const add = post('/spares', spare, '', {
  status: 201,
  headers: committing,
  gives: { 'content-length': '0' },
})
const taken = {
  code: '23505',
  message: 'duplicate key value violates unique constraint "deferred_words_word_key"',
  // Without the row's values, unlike PostgREST (docs/threats.md T2).
  details: 'Key (word) already exists.',
  hint: null,
}

/** Reads, refusals and writes under one preference, which commits writes or not. */
function endings(
  name: string,
  mode: { txOverride?: boolean; rollsBack?: boolean },
  preference: string | undefined,
  keeps: boolean,
): Family['examples'] {
  const tx = preference === undefined ? {} : { Prefer: `return=representation, tx=${preference}` }
  const headers = { ...whole, ...tx }
  const isApplied = mode.txOverride && preference !== undefined
  const said = (wholeApplies: boolean) => ({
    'preference-applied':
      [wholeApplies && 'return=representation', isApplied && `tx=${preference}`].filter(Boolean).join(', ') ||
      null,
  })
  const settings = { commits: true, ...mode }
  // Without a commit, no row can be added first.
  const [id, before, after] = keeps ? [900, [add], [remove]] : [15, [], []]
  const example = (...exchanges: Exchange[]) => ({ settings, exchanges })
  return {
    [`${name}: GET`]: example(get('/spares?id=eq.1', spares(1), { headers, gives: said(false) })),
    [`${name}: HEAD`]: example(ask('HEAD', '/spares?id=eq.1', '', { headers, gives: said(false) })),
    [`${name}: GET of a function`]: example(
      get('/rpc/find_part?id=1', spares(1), { headers, gives: said(true) }),
    ),
    [`${name}: POST to a function`]: example(
      post('/rpc/find_part', { id: 1 }, spares(1), { headers, gives: said(true) }),
    ),
    [`${name}: an insert`]: example(
      post('/spares', spare, spares(900), { status: 201, headers, gives: said(true) }),
      get('/spares?id=eq.900', keeps ? spares(900) : []),
      remove,
    ),
    [`${name}: a PUT`]: example(
      ask('PUT', '/spares?id=eq.900', spares(900), { status: 201, body: spare, headers, gives: said(true) }),
      get('/spares?id=eq.900', keeps ? spares(900) : []),
      remove,
    ),
    [`${name}: an update`]: example(
      ...before,
      patch(`/spares?id=eq.${id}`, { id: 901 }, spares(901), { headers, gives: said(true) }),
      get(`/spares?id=gte.${id}`, spares(keeps ? 901 : id)),
      ...after,
    ),
    [`${name}: a delete`]: example(
      ...before,
      ask('DELETE', `/spares?id=eq.${id}`, spares(id), { headers, gives: said(true) }),
      get(`/spares?id=eq.${id}`, keeps ? [] : spares(id)),
      ...after,
    ),
    [`${name}: a broken constraint`]: example(
      refused('POST', '/rpc/break_unique', 409, taken, { headers, gives: { 'preference-applied': null } }),
    ),
    [`${name}: a broken constraint that is deferred`]: example(
      refused('POST', '/rpc/break_unique', 409, taken, {
        body: { deferred: true },
        headers,
        gives: { 'preference-applied': null },
      }),
    ),
  }
}

export const transactionEnds: Family = {
  name: 'commit and rollback',
  follows: { spec: 'RollbackSpec', inScope: 90 },
  examples: {
    ...endings('allowed, not said', { txOverride: true }, undefined, true),
    ...endings('allowed, commit', { txOverride: true }, 'commit', true),
    ...endings('allowed, rollback', { txOverride: true }, 'rollback', false),
    ...endings('not allowed, not said', {}, undefined, true),
    ...endings('not allowed, commit', {}, 'commit', true),
    ...endings('not allowed, rollback', {}, 'rollback', true),
    ...endings('rollback unless allowed, not said', { txOverride: true, rollsBack: true }, undefined, false),
    ...endings('rollback unless allowed, commit', { txOverride: true, rollsBack: true }, 'commit', true),
    ...endings('always rollback, not said', { rollsBack: true }, undefined, false),
    ...endings('always rollback, commit', { rollsBack: true }, 'commit', false),
    ...endings('always rollback, rollback', { rollsBack: true }, 'rollback', false),
  },
}

const status = (code: string) => ({ 'proxy-status': `Carefold; error=${code}` })

export const refusals: Family = {
  name: 'refusals',
  follows: { spec: 'ErrorSpec, PgSafeUpdateSpec, ConcurrentSpec', inScope: 10 },
  examples: {
    'several rows where one value is needed': [ask('GET', '/two_rows', undefined, { status: 500 })],
    'an unknown path': [
      refused(
        'GET',
        '/invalid/nested/paths',
        404,
        { code: 'PGRST125', message: 'Invalid path specified in request URL' },
        {
          gives: status('PGRST125'),
        },
      ),
    ],
    'an unknown table': [
      refused(
        'GET',
        '/label',
        404,
        {
          code: 'PGRST205',
          message: "Could not find the table 'workshop.label' in the schema cache",
          hint: "Perhaps you meant the table 'workshop.labels'",
          details: null,
        },
        { gives: status('PGRST205') },
      ),
    ],
    'ten of one kind at once': {
      atOnce: true,
      exchanges: Array.from({ length: 10 }, () => refused('GET', '/fakefake', 404, { code: 'PGRST205' })),
    },
    'a bad token': [
      refused(
        'GET',
        '/secrets',
        401,
        { code: 'PGRST301', message: 'Expected 3 parts in JWT; got 2' },
        {
          headers: bearer('a.b'),
          gives: status('PGRST301'),
        },
      ),
    ],
    'what a function raises': [
      refused('GET', '/rpc/raise_pt402', 402, { code: 'PT402' }),
      refused(
        'POST',
        '/rpc/raise_pt402',
        402,
        {
          code: 'PT402',
          message: 'Payment Required',
          details: 'Quota exceeded',
          hint: 'Upgrade your plan',
        },
        { gives: status('PT402') },
      ),
    ],
    'an update without a filter': [
      refused(
        'PATCH',
        '/addresses',
        400,
        { code: '21000', message: 'UPDATE requires a WHERE clause' },
        {
          body: { address: 'x' },
        },
      ),
    ],
    'a delete without a filter': [
      refused('DELETE', '/addresses', 400, { code: '21000', message: 'DELETE requires a WHERE clause' }),
    ],
    'a delete of all rows by a filter': [
      ask('DELETE', '/addresses?id=gt.0', '', {
        status: 204,
        headers: prefer('count=exact'),
        gives: { 'content-range': '*/4', 'content-type': null },
      }),
    ],
  },
}

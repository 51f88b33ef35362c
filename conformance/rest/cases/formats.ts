import { accept, ask, type Exchange, type Family, get, patch, post, prefer, refused } from '../case.ts'

/** Single objects, answers without nulls, OPTIONS, names in other scripts (docs/contracts/data-api.md 1, 2, 5). */

const object = accept('application/vnd.pgrst.object+json')
const isObject = { 'content-type': 'application/vnd.pgrst.object+json; charset=utf-8' }
const isJson = { 'content-type': 'application/json; charset=utf-8' }
const minimal = { ...object, ...prefer('return=minimal') }
const whole = { ...object, ...prefer('return=representation') }
const notOne = (rows: number) => ({
  code: 'PGRST116',
  message: 'Cannot coerce the result to a single JSON object',
  details: `The result contains ${rows} rows`,
  hint: null,
})
const refusedObject = (method: string, path: string, rows: number, headers: object, body?: unknown) =>
  refused(method, path, 406, notOne(rows), {
    headers: { ...headers },
    ...(body !== undefined && { body }),
    gives: isJson,
  })
/** Committed, so that the state after a refusal can be read. */
const committed = (...exchanges: Exchange[]) => ({ settings: { commits: true }, exchanges })
const firstAddress = get('/addresses?id=eq.1', [{ id: 1, address: 'address 1' }])
const pair = (one: number, other: number) => [
  { id: one, address: 'x' },
  { id: other, address: 'y' },
]

export const singular: Family = {
  name: 'one object',
  follows: { spec: 'SingularSpec', inScope: 28 },
  examples: {
    'of no rows': [refusedObject('GET', '/parts?id=gt.0&id=lt.0', 0, object)],
    'of one row': [
      get('/parts?id=eq.5', { id: 5 }, { headers: object, gives: isObject }),
      get('/parts?id=eq.5', { id: 5 }, { headers: accept('application/vnd.pgrst.object'), gives: isObject }),
    ],
    'beside preferences': [
      get('/parts?id=eq.5', { id: 5 }, { headers: { ...object, ...prefer('count=none') }, gives: isObject }),
    ],
    'with embeds': [
      get(
        '/pieces_view?id=eq.1&select=id,name,makers(*),steps(id)',
        { id: 1, name: 'Chest', makers: { id: 1, name: 'Oak & Sons' }, steps: [{ id: 1 }, { id: 2 }] },
        { headers: object, gives: isObject },
      ),
    ],
    'of an update': [
      patch(
        '/addresses?id=eq.1',
        { address: 'B' },
        { id: 1, address: 'B' },
        { headers: whole, gives: isObject },
      ),
    ],
    'of an update without a body': [
      patch('/addresses?id=eq.1', { address: 'C' }, '', {
        status: 204,
        headers: minimal,
        gives: { 'content-type': null },
      }),
    ],
    'of an update of several rows, which is undone': committed(
      refusedObject('PATCH', '/addresses?id=gt.0', 4, object, { address: 'z' }),
      firstAddress,
    ),
    'of an update of several rows with a body, which is undone': committed(
      refusedObject('PATCH', '/addresses?id=gt.0', 4, whole, { address: 'z' }),
      firstAddress,
    ),
    'of an update of no rows': [refusedObject('PATCH', '/parts?id=gt.0&id=lt.0', 0, object, { id: 1 })],
    'of an update of no rows with a body': [
      refusedObject('PATCH', '/parts?id=gt.0&id=lt.0', 0, whole, { id: 1 }),
    ],
    'of an insert': [
      post(
        '/addresses',
        [{ id: 102, address: 'x' }],
        { id: 102, address: 'x' },
        {
          status: 201,
          headers: whole,
          gives: isObject,
        },
      ),
    ],
    'of an insert without a body': [
      post('/addresses', [{ id: 103, address: 'x' }], '', {
        status: 201,
        headers: minimal,
        gives: { 'content-type': null, 'content-range': '*/*' },
      }),
    ],
    'of an insert of several rows, which is undone': committed(
      refusedObject('POST', '/addresses', 2, object, pair(200, 201)),
      get('/addresses?id=eq.200', []),
    ),
    'of an insert of several rows with a body, which is undone': committed(
      refusedObject('POST', '/addresses', 2, whole, pair(202, 203)),
      get('/addresses?id=eq.202', []),
    ),
    'of an insert of several rows, asked for nothing': committed(
      refusedObject('POST', '/addresses', 2, minimal, pair(204, 205)),
      get('/addresses?id=eq.204', []),
    ),
    'of an insert of no rows': [refusedObject('POST', '/addresses', 0, object, [])],
    'of an insert of no rows with a body': [refusedObject('POST', '/addresses', 0, whole, [])],
    'of a delete': [ask('DELETE', '/parts?id=eq.11', { id: 11 }, { headers: whole })],
    'of a delete without a body': [ask('DELETE', '/parts?id=eq.12', '', { status: 204, headers: minimal })],
    'of a delete of several rows, which is undone': committed(
      refusedObject('DELETE', '/parts?id=gt.0&id=lt.6', 5, object),
      get('/parts?id=gt.0&id=lt.6&order=id', undefined, { gives: { 'content-range': '0-4/*' } }),
    ),
    'of a delete of several rows with a body, which is undone': committed(
      refusedObject('DELETE', '/parts?id=gt.5&id=lt.11', 5, whole),
      get('/parts?id=gt.5&id=lt.11&order=id', undefined, { gives: { 'content-range': '0-4/*' } }),
    ),
    'of a delete of no rows': [refusedObject('DELETE', '/parts?id=lt.0', 0, object)],
    'of a delete of no rows with a body': [refusedObject('DELETE', '/parts?id=lt.0', 0, whole)],
    'of a function without rows': [refusedObject('POST', '/rpc/piece', 0, object, { id: 9_999_999 })],
    'of a value': [post('/rpc/greet', { name: 'Ann' }, undefined, { headers: object })],
    'of a function': [
      post(
        '/rpc/piece',
        { id: 1 },
        { id: 1, name: 'Chest', maker_id: 1 },
        { headers: object, gives: isObject },
      ),
    ],
    'of a function with several rows': [refusedObject('POST', '/rpc/all_pieces', 5, object, {})],
    'of a function that changes several rows, which is undone': committed(
      refusedObject('POST', '/rpc/rename_all', 2, object, { id_l: 1, id_h: 2, name: 'changed' }),
      get('/pieces?select=name&id=eq.1', [{ name: 'Chest' }]),
    ),
  },
}

const list = 'application/vnd.pgrst.array+json;nulls=stripped'
const one = 'application/vnd.pgrst.object+json;nulls=stripped'
const stripped = (type: string) => ({ 'content-type': `${type}; charset=utf-8` })
const wholeList = { ...accept(list), ...prefer('return=representation') }
const firm = (id: number, ...[referee, auditor]: number[]) => ({
  id,
  name: `Firm ${id}`,
  ...(referee && { referee, auditor }),
  manager_id: id,
})
const firms = [firm(1), firm(2), firm(3, 1, 2), firm(4, 1, 2), firm(5, 3, 4), firm(6, 3, 4)]
const isolated = { id: 7, name: 'New', referee: null, auditor: null, manager_id: 6 }

export const withoutNulls: Family = {
  name: 'without nulls',
  follows: { spec: 'NullsStripSpec', inScope: 7 },
  examples: {
    'a list': [
      get('/firms?select=*&order=id', firms, { headers: accept(list), gives: stripped(list) }),
      post('/firms?select=*', isolated, [{ id: 7, name: 'New', manager_id: 6 }], {
        status: 201,
        headers: wholeList,
        gives: stripped(list),
      }),
      patch(
        '/firms?id=eq.3&select=*',
        { referee: null },
        [{ id: 3, name: 'Firm 3', auditor: 2, manager_id: 3 }],
        {
          headers: wholeList,
          gives: stripped(list),
        },
      ),
    ],
    'a list by its shorter name': [
      get('/firms?order=id', firms, {
        headers: accept('application/vnd.pgrst.array;nulls=stripped'),
        gives: stripped(list),
      }),
    ],
    'one object': [get('/firms?limit=1&order=id', firm(1), { headers: accept(one), gives: stripped(one) })],
    'one object of several rows': [refusedObject('GET', '/firms', 6, accept(one))],
    'a list of columns that were asked for': [
      get('/firms?select=id,referee&order=id&id=lte.3', [{ id: 1 }, { id: 2 }, { id: 3, referee: 1 }], {
        headers: accept(list),
        gives: stripped(list),
      }),
      post('/firms?select=id,referee,auditor', isolated, [{ id: 7 }], {
        status: 201,
        headers: wholeList,
        gives: stripped(list),
      }),
    ],
    'one object of columns that were asked for': [
      get(
        '/firms?select=id,referee&limit=1&order=id',
        { id: 1 },
        { headers: accept(one), gives: stripped(one) },
      ),
    ],
    'a list that keeps its nulls': [
      get('/firms?select=id,referee&limit=1&order=id', [{ id: 1, referee: null }], {
        headers: accept('application/vnd.pgrst.array+json'),
        gives: isJson,
      }),
    ],
  },
}

const methods = (path: string, allow: string) => [ask('OPTIONS', path, '', { gives: { allow } })]
const browsers = {
  Firefox: 'text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8',
  Chrome:
    'text/html,application/xhtml+xml,application/xml;q=0.9,image/webp,image/apng,*/*;q=0.8,application/signed-exchange;v=b3',
}
const browsersGetJson = (what: string, path: string): Family['examples'] =>
  Object.fromEntries(
    Object.entries(browsers).map(([name, type]) => [
      `${name} gets JSON of ${what}`,
      [get(path, [{ id: 1 }], { headers: accept(type), gives: isJson })],
    ]),
  )
const everything = 'OPTIONS,GET,HEAD,POST,PUT,PATCH,DELETE'
const keyless = 'OPTIONS,GET,HEAD,POST,PATCH,DELETE'
const reading = 'OPTIONS,GET,HEAD'
const moment = (...times: string[]) => times.map((time) => ({ t: `2023-10-18T${time}` }))

export const options: Family = {
  name: 'options',
  follows: { spec: 'OptionsSpec', inScope: 17 },
  examples: {
    'of a table': methods('/parts', everything),
    'of a view that only reads': methods('/pieces_by_maker', reading),
    'of a materialized view': methods('/pieces_stored', reading),
    'of an unknown table': [ask('OPTIONS', '/unknown', undefined, { status: 404 })],
    'of a partitioned table': methods('/tools', everything),
    'of an updatable view with a key': methods('/parts_keyed', everything),
    'of an updatable view without a key': methods('/pieces_unkeyed', keyless),
    'of a view without triggers': methods('/pieces_distinct', reading),
    'of a view with triggers and a key': methods('/pieces_all_triggers', everything),
    'of a view with triggers, without a key': methods('/pieces_some_triggers', keyless),
    'of a view with an insert trigger': methods('/pieces_insert', 'OPTIONS,GET,HEAD,POST'),
    'of a view with an update trigger': methods('/pieces_update', 'OPTIONS,GET,HEAD,PATCH'),
    'of a view with a delete trigger': methods('/pieces_delete', 'OPTIONS,GET,HEAD,DELETE'),
    'of a volatile function': methods('/rpc/reset_calls', 'OPTIONS,POST'),
    'of a stable function': methods('/rpc/all_hands', 'OPTIONS,GET,HEAD,POST'),
    'of an immutable function': methods('/rpc/ret_integers', 'OPTIONS,GET,HEAD,POST'),
    'of the root': methods('/', reading),
  },
}

const persian = encodeURIComponent('موارد')
const column = encodeURIComponent('هویت')

export const variety: Family = {
  name: 'browsers, scripts and search paths',
  follows: { spec: 'RawOutputTypesSpec, UnicodeSpec, ExtraSearchPathSpec, HttpHeaderSpec', inScope: 13 },
  examples: {
    ...browsersGetJson('rows', '/parts?id=eq.1'),
    ...browsersGetJson('a function', '/rpc/piece?id=1&select=id'),
    'caches are told what an answer depends on': [
      get('/parts', undefined, { gives: { vary: 'Accept, Prefer, Range' } }),
    ],
    'a function names what an answer depends on': [
      post('/rpc/says_headers', { headers: '[{"Vary": "X-Test"}]' }, '', {
        status: 204,
        gives: { vary: 'X-Test' },
      }),
    ],
    'relations through a view in the extra search path': {
      settings: { extraSearchPath: ['public', 'attic'] },
      exchanges: [
        get('/buyers_through_attic?select=id,orders_view(id)', [{ id: 1, orders_view: [{ id: 1 }] }]),
      ],
    },
    'names in another script': {
      settings: { commits: true },
      exchanges: [
        get(`/${persian}`, []),
        post(`/${persian}`, { هویت: 1 }, [{ هویت: 1 }], {
          status: 201,
          headers: prefer('return=representation'),
        }),
        get(`/${persian}`, [{ هویت: 1 }]),
        ask('DELETE', `/${persian}?${column}=gt.0`, '', { status: 204, gives: { 'content-type': null } }),
      ],
    },
    'an operator in another schema': [
      get('/paths?path=cd.Top.Science.Astronomy', [{ path: 'Top.Science.Astronomy' }]),
    ],
    'an operator that takes another type': [
      get('/paths?path=match.*.Science', [{ path: 'Top.Science' }]),
      get('/paths?path=match.*.Science.*{1,2}', [{ path: 'Top.Science.Astronomy' }]),
    ],
    'a function in another schema, in a computed column': [
      get('/paths?select=labels_in&path=eq.Top.Science', [{ labels_in: 2 }]),
    ],
    'a function in a schema of special characters': {
      settings: { extraSearchPath: ['public', 'SPECIAL "@/\\#~_-'] },
      exchanges: [get('/rpc/through_special?val=value', '"value"')],
    },
  },
}

const strict = (wrong: string) => ({
  code: 'PGRST122',
  message: 'Invalid preferences given with handling=strict',
  details: `Invalid preferences: ${wrong}`,
  hint: null,
})
const affects = (rows: number) => ({
  code: 'PGRST124',
  message: 'Query result exceeds max-affected preference constraint',
  details: `The query affects ${rows} rows`,
  hint: null,
})
const applied = (...preferences: string[]) => ({ 'preference-applied': preferences.join(', ') })
const limited = (handling: string, rows: number) => prefer(`handling=${handling}`, `max-affected=${rows}`)
const firmRow = { id: 7, name: 'New', referee: null, auditor: null, manager_id: 6 }
const pacific = moment('05:37:59.611-07:00', '07:37:59.611-07:00', '09:37:59.611-07:00')
const badZone = (name: string) => ({
  code: '22023',
  message: `invalid value for parameter "TimeZone": "${name}"`,
  details: null,
  hint: null,
})
const nowhere = badZone('Invalid/Timezone')

export const preferences: Family = {
  name: 'preferences',
  follows: { spec: 'HandlingSpec, MaxAffectedSpec, TimezoneSpec', inScope: 29 },
  examples: {
    'an unknown one, strictly': [
      refused('GET', '/parts', 400, strict('anything'), { headers: prefer('handling=strict', 'anything') }),
    ],
    'several unknown ones, strictly': [
      refused('GET', '/parts', 400, strict('something, else'), {
        headers: prefer('handling=strict', 'something', 'else'),
      }),
    ],
    'an unknown one, strictly, of an insert': [
      refused('POST', '/firms?select=*', 400, strict('anything'), {
        body: firmRow,
        headers: prefer('return=representation', 'handling=strict', 'anything'),
      }),
    ],
    'an unknown one, strictly, of a function': [
      refused('POST', '/rpc/unnamed_choice', 400, strict('anything'), {
        body: {},
        headers: prefer('handling=strict', 'anything'),
      }),
    ],
    'an unknown one': [get('/parts', undefined, { headers: prefer('handling=lenient', 'anything') })],
    'unknown ones': [get('/parts', undefined, { headers: prefer('handling=lenient', 'anything', 'else') })],
    'an unknown one of an insert': [
      post('/firms?select=*', firmRow, [firmRow], {
        status: 201,
        headers: prefer('return=representation', 'handling=lenient', 'anything'),
      }),
    ],
    'an unknown one of a function': [
      post('/rpc/unnamed_choice', {}, 1, { headers: prefer('handling=lenient', 'anything') }),
    ],
    'too many rows deleted': [
      refused('DELETE', '/parts?id=lt.15', 400, affects(14), { headers: limited('strict', 10) }),
    ],
    'few enough rows deleted': [
      ask('DELETE', '/parts?id=lt.10', '', {
        status: 204,
        headers: limited('strict', 10),
        gives: applied('handling=strict', 'max-affected=10'),
      }),
    ],
    'too many rows changed': [
      refused('PATCH', '/ranks?name=eq.Java', 400, affects(1), {
        body: [{ name: 'Java', rank: 19 }],
        headers: limited('strict', 0),
      }),
    ],
    'as many rows as allowed': [
      ask('DELETE', '/ranks?name=eq.Java', '', {
        status: 204,
        headers: limited('strict', 1),
        gives: applied('handling=strict', 'max-affected=1'),
      }),
    ],
    'too many rows deleted, leniently': [
      ask('DELETE', '/parts?id=lt.15', '', {
        status: 204,
        headers: limited('lenient', 10),
        gives: applied('handling=lenient'),
      }),
    ],
    'few enough rows deleted, leniently': [
      ask('DELETE', '/parts?id=lt.10', '', {
        status: 204,
        headers: limited('lenient', 10),
        gives: applied('handling=lenient'),
      }),
    ],
    'too many rows changed, leniently': [
      patch('/ranks?name=eq.Java', [{ name: 'Java', rank: 19 }], '', {
        status: 204,
        headers: limited('lenient', 0),
        gives: applied('handling=lenient'),
      }),
    ],
    'as many rows as allowed, leniently': [
      ask('DELETE', '/ranks?name=eq.Java', '', {
        status: 204,
        headers: limited('lenient', 1),
        gives: applied('handling=lenient'),
      }),
    ],
    'too many rows of a function': [
      refused('POST', '/rpc/delete_parts', 400, affects(15), { headers: limited('strict', 10) }),
    ],
    'too many rows of a function with columns': [
      refused('POST', '/rpc/delete_parts_table', 400, affects(15), { headers: limited('strict', 10) }),
    ],
    'few enough rows of a function': [
      post('/rpc/delete_parts?limit=1&order=id', '', [{ id: 1 }], { headers: limited('strict', 20) }),
    ],
    'few enough rows of a function with columns': [
      post('/rpc/delete_parts_table?limit=1&order=id', '', [{ id: 1 }], { headers: limited('strict', 20) }),
    ],
    'rows of a function without rows': [
      refused(
        'POST',
        '/rpc/delete_parts_void',
        400,
        {
          code: 'PGRST128',
          message:
            'Function must return SETOF or TABLE when max-affected preference is used with handling=strict',
          details: null,
          hint: null,
        },
        { headers: limited('strict', 20) },
      ),
    ],
    'a time zone, strictly': [
      get('/moments?order=t', pacific, {
        headers: prefer('handling=strict', 'timezone=America/Los_Angeles'),
        gives: applied('handling=strict', 'timezone=America/Los_Angeles'),
      }),
    ],
    'a time zone': [
      get('/moments?order=t', pacific, {
        headers: prefer('timezone=America/Los_Angeles'),
        gives: applied('timezone=America/Los_Angeles'),
      }),
    ],
    'an unknown time zone': [
      refused('GET', '/moments', 400, nowhere, { headers: prefer('timezone=Invalid/Timezone') }),
    ],
    'an unknown time zone, strictly': [
      refused('GET', '/moments', 400, nowhere, {
        headers: prefer('handling=strict', 'timezone=Invalid/Timezone'),
      }),
    ],
    'an unknown time zone, leniently': [
      refused('GET', '/moments', 400, nowhere, {
        headers: prefer('handling=lenient', 'timezone=Invalid/Timezone'),
      }),
    ],
    'an offset west of Greenwich, as Postgres counts them': [
      get('/moments?order=t&limit=1', moment('07:07:59.611-05:30'), {
        headers: prefer('timezone=+05:30'),
        gives: applied('timezone=+05:30'),
      }),
    ],
    'a number of hours': [
      get('/moments?order=t&limit=1', moment('08:37:59.611-04:00'), {
        headers: prefer('timezone=-4'),
        gives: applied('timezone=-4'),
      }),
    ],
    'an offset with seconds': [
      refused(
        'GET',
        '/moments',
        400,
        {
          code: '22023',
          message: 'time zone "05:30:15" appears to use leap seconds',
          details: 'PostgreSQL does not support leap seconds.',
          hint: null,
        },
        { headers: prefer('timezone=05:30:15') },
      ),
    ],
  },
}

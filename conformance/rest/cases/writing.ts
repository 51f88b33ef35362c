import { accept, ask, contentType, type Family, patch, post, prefer, refused } from '../case.ts'

/** POST of rows (docs/contracts/data-api.md 3). */

const mixed = {
  integer: 13,
  double: 2.71,
  varchar: 'testing!',
  boolean: false,
  date: '1900-01-01',
  money: '$3.99',
  mood: 'calm',
}
const whole = prefer('return=representation')
const byDefault = prefer('return=representation', 'missing=default')
const csv = { 'Content-Type': 'text/csv', Accept: 'text/csv', ...whole }
const isCsv = { 'content-type': 'text/csv; charset=utf-8' }
const noBody = { 'content-type': null, 'content-length': '0' }
const badJson = { code: 'PGRST102', message: 'Empty or invalid json', details: null, hint: null }
const unlikeKeys = { code: 'PGRST102', message: 'All object keys must match', details: null, hint: null }
const created = 201

export const inserts: Family = {
  name: 'inserts',
  follows: { spec: 'InsertSpec', inScope: 62 },
  examples: {
    'values of many types': [post('/mixed', mixed, '', { status: created, gives: noBody })],
    'some columns of the representation': [
      post('/mixed?select=integer,varchar', [mixed], [{ integer: 13, varchar: 'testing!' }], {
        status: created,
        headers: whole,
        gives: { 'preference-applied': 'return=representation' },
      }),
    ],
    'select without a representation': [
      post('/mixed?select=integer,varchar', [mixed], '', {
        status: created,
        gives: { 'content-type': null },
      }),
      post('/mixed?select=integer,varchar', [mixed], '', {
        status: created,
        headers: prefer('return=minimal'),
        gives: { 'preference-applied': 'return=minimal', 'content-type': null },
      }),
    ],
    'a list of more than objects': [
      refused('POST', '/articles', 400, unlikeKeys, {
        body: [{ id: 100, body: 'x' }, 123, 'x', { id: 111, body: 'x' }],
      }),
    ],
    'objects of unlike keys': [
      refused('POST', '/articles', 400, unlikeKeys, {
        body: [
          { id: 100, body: 'x' },
          { id: 111, body: 'x', owner: 'me' },
        ],
      }),
    ],
    'what it is related to': [
      post(
        '/pieces?select=id,name,makers(id,name)',
        { id: 6, name: 'Bench', maker_id: 2 },
        [{ id: 6, name: 'Bench', makers: { id: 2, name: 'Pine Ltd' } }],
        {
          status: created,
          headers: prefer('return=representation', 'count=exact'),
          gives: {
            location: null,
            'content-range': '*/1',
            'preference-applied': 'return=representation, count=exact',
          },
        },
      ),
    ],
    'aliases and casts in the representation': [
      post(
        '/pieces?select=pId:id::text,pName:name,mId:maker_id::text',
        { id: 7, name: 'Bench', maker_id: 2 },
        [{ pId: '7', pName: 'Bench', mId: '2' }],
        { status: created, headers: whole, gives: { location: null, 'content-range': '*/*' } },
      ),
    ],
    'a representation without the key': [
      post(
        '/pieces?select=name,maker_id',
        { id: 10, name: 'Bench', maker_id: 2 },
        [{ name: 'Bench', maker_id: 2 }],
        {
          status: created,
          headers: whole,
          gives: { location: null, 'content-range': '*/*' },
        },
      ),
    ],
    'the location alone': [
      post('/pieces?select=name,maker_id', { id: 11, name: 'Bench', maker_id: 2 }, '', {
        status: created,
        headers: prefer('return=headers-only'),
        gives: {
          ...noBody,
          location: '/pieces?id=eq.11',
          'content-range': '*/*',
          'preference-applied': 'return=headers-only',
        },
      }),
    ],
    'the location in a partitioned table': [
      post('/tools', { name: 'Enzo', year: 2021 }, '', {
        status: created,
        headers: prefer('return=headers-only'),
        gives: { ...noBody, location: '/tools?name=eq.Enzo&year=eq.2021', 'content-range': '*/*' },
      }),
    ],
    'nothing asked back': [
      post('/pieces?select=name,maker_id', { id: 12, name: 'Bench', maker_id: 2 }, '', {
        status: created,
        gives: { ...noBody, location: null },
      }),
    ],
    'an HTML form': [
      post(
        '/mixed',
        'integer=7&double=2.71828&varchar=forms+are+fun&boolean=false&date=1900-01-01&money=$3.99&mood=calm',
        '',
        { status: created, headers: contentType('application/x-www-form-urlencoded'), gives: noBody },
      ),
    ],
    'a key that the database counts': [
      post('/counted', { required: 'not null' }, '', {
        status: created,
        headers: prefer('return=headers-only'),
        gives: {
          ...noBody,
          location: /^\/counted\?id=eq\.\d+$/,
          'preference-applied': 'return=headers-only',
        },
      }),
    ],
    'a missing key': [
      refused(
        'POST',
        '/tags',
        400,
        {
          code: '23502',
          message: 'null value in column "k" of relation "tags" violates not-null constraint',
        },
        { body: { extra: 'foo' } },
      ),
    ],
    'a table without a key': [
      post('/loose', { a: 'foo', b: 'bar' }, '', {
        status: created,
        gives: { location: null, 'content-type': null },
      }),
    ],
    'the row of a table without a key': [
      post('/loose', { a: 'bar', b: 'baz' }, [{ a: 'bar', b: 'baz' }], {
        status: created,
        headers: whole,
        gives: { location: null, 'preference-applied': 'return=representation' },
      }),
    ],
    'no rows': [post('/loose', [], [], { status: created, headers: whole })],
    nulls: [
      post('/loose', { a: null, b: 'foo' }, [{ a: null, b: 'foo' }], { status: created, headers: whole }),
    ],
    'a key of two columns': [
      post('/pairs', { k1: 12, k2: 'Rock & R+ll' }, [{ k1: 12, k2: 'Rock & R+ll', extra: null }], {
        status: created,
        headers: whole,
        gives: { location: null },
      }),
    ],
    'several rows': [
      post(
        '/pairs',
        [
          { k1: 21, k2: 'hello world' },
          { k1: 22, k2: 'bye for now' },
        ],
        '',
        { status: created, gives: { location: null, 'content-type': null } },
      ),
    ],
    'malformed JSON': [refused('POST', '/tags', 400, badJson, { body: '}{ x = 2' })],
    'no body': [refused('POST', '/tags', 400, badJson, { body: '' })],
    'a valid row': [post('/tags', { k: 'k1', extra: 'e1' }, '', { status: created })],
    'a key that is taken': [
      // Without the row's values, unlike PostgREST (docs/threats.md T2).
      refused(
        'POST',
        '/tags',
        409,
        {
          code: '23505',
          message: 'duplicate key value violates unique constraint "tags_pkey"',
          details: 'Key (k) already exists.',
        },
        { body: { k: 'xyyx', extra: 'e1' } },
      ),
    ],
    'a unique value that is taken': [
      refused('POST', '/one_unique', 409, { code: '23505' }, { body: { key: 1, value: 'B' } }),
    ],
    'an object in JSON': [
      post('/documents', { data: { foo: 'bar' } }, [{ data: { foo: 'bar' } }], {
        status: created,
        headers: whole,
      }),
    ],
    'a list in JSON': [
      post('/documents', { data: [1, 2, 3] }, [{ data: [1, 2, 3] }], { status: created, headers: whole }),
    ],
    'a row of defaults': [
      post('/parts', {}, '', { status: created, gives: { 'content-type': null } }),
      post('/parts', [{}], '', { status: created }),
    ],
    'two rows of defaults': [post('/parts', [{}, {}], '', { status: created })],
    'the row of defaults': [post('/numbered', {}, [{ id: 20 }], { status: created, headers: whole })],
    'some columns of the row of defaults': [
      post('/numbered?select=id', {}, [{ id: 21 }], { status: created, headers: whole }),
    ],
    'blanks around the body': [
      post('/documents', '\t \n \r { "data": { "foo":"bar" } }\t \n \r ', [{ data: { foo: 'bar' } }], {
        status: created,
        headers: { ...whole, ...contentType('application/json') },
      }),
      post(
        '/documents',
        '\t \n \r [{ "data": { "foo":"bar" } }, \t \n \r {"data": 34}]\t \n \r ',
        [{ data: { foo: 'bar' } }, { data: 34 }],
        { status: created, headers: { ...whole, ...contentType('application/json') } },
      ),
    ],
    'bits of a length': [
      post('/lengths?select=b', { b: '10101' }, [{ b: '10101' }], { status: created, headers: whole }),
    ],
    'characters of a length': [
      post('/lengths?select=c', { c: 'abcde' }, [{ c: 'abcde' }], { status: created, headers: whole }),
    ],
    'keys outside columns': [
      post(
        '/articles?columns=id,body',
        { id: 200, body: 'x', smth: 'here', fake_id: 13 },
        [{ id: 200, body: 'x', owner: null }],
        { status: created, headers: whole },
      ),
      post(
        '/articles?columns=id,body&select=id,body',
        [
          { id: 201, body: 'y', smth: 'here', fake_id: 13 },
          { id: 202, body: 'z', garbage: '%%$&' },
        ],
        [
          { id: 201, body: 'y' },
          { id: 202, body: 'z' },
        ],
        { status: created, headers: whole },
      ),
    ],
    'empty columns': [
      refused(
        'POST',
        '/articles?columns=',
        400,
        {
          code: 'PGRST100',
          message: '"failed to parse columns parameter ()" (line 1, column 1)',
          details: 'unexpected end of input expecting field name (* or [a..z0..9_$])',
        },
        { body: [{ id: 204, body: 'y' }] },
      ),
    ],
    'unknown columns': [
      refused(
        'POST',
        '/articles?columns=helicopter',
        400,
        {
          code: 'PGRST204',
          message: "Could not find the 'helicopter' column of 'articles' in the schema cache",
        },
        { body: [{ id: 204, body: 'y' }] },
      ),
    ],
    'unknown columns of an unknown table': [
      refused(
        'POST',
        '/garlic?columns=helicopter',
        404,
        {
          code: 'PGRST205',
          message: "Could not find the table 'workshop.garlic' in the schema cache",
        },
        { body: [{ id: 204, body: 'y' }] },
      ),
    ],
    'a list of more than objects, with columns': [
      ask('POST', '/articles?columns=id,body', undefined, {
        status: 400,
        body: [{ id: 204, body: 'y' }, 333, 'asdf'],
      }),
    ],
    'defaults of a table for missing values': [
      post(
        '/boxes?columns=id,name,odd-name,numbers',
        [
          { id: 4, name: 'Four' },
          { id: 5, name: 'Five', numbers: null },
          { id: 6, name: 'Six', 'odd-name': 6, numbers: '{1,2,3}' },
        ],
        [
          { id: 4, name: 'Four', settings: null, numbers: null, 'odd-name': 1 },
          { id: 5, name: 'Five', settings: null, numbers: null, 'odd-name': 1 },
          { id: 6, name: 'Six', settings: null, numbers: [1, 2, 3], 'odd-name': 6 },
        ],
        {
          status: created,
          headers: byDefault,
          gives: { 'preference-applied': 'missing=default, return=representation' },
        },
      ),
    ],
    'defaults of a view': [
      post(
        '/boxes_view?columns=id,name&select=id,name,odd-name',
        [{ id: 7, name: 'Seven' }, { id: 8 }],
        [
          { id: 7, name: 'Seven', 'odd-name': 1 },
          { id: 8, name: 'Default', 'odd-name': 1 },
        ],
        { status: created, headers: byDefault },
      ),
    ],
    'keys given twice, with defaults': [
      post('/with_json?columns=id,data', '{ "data": { "a": 1, "a": 2 }, "id": 3 }', /\{"a": 2\}/, {
        status: created,
        headers: { ...byDefault, ...contentType('application/json') },
      }),
    ],
    'the default of an identity': [
      post(
        '/channels?columns=id,data,slug&select=data,slug',
        { slug: 'foo' },
        [{ data: { foo: 'bar' }, slug: 'foo' }],
        {
          status: created,
          headers: byDefault,
        },
      ),
    ],
    'the default of a generated column': [
      refused(
        'POST',
        '/generated?columns=a,b',
        400,
        {
          code: '428C9',
          message: 'cannot insert a non-DEFAULT value into column "b"',
          details: 'Column "b" is a generated column.',
        },
        { body: [{ a: 'val' }, { a: 'val', b: 'val' }], headers: byDefault },
      ),
    ],
    'the default of a domain': [
      post('/friends?columns=id,name', { name: 'Lu' }, [{ id: 666, name: 'Lu' }], {
        status: created,
        headers: byDefault,
      }),
    ],
    'the default of a column before its domain’s': [
      post('/old_friends?columns=id,name', { name: 'Lu' }, [{ id: 420, name: 'Lu' }], {
        status: created,
        headers: byDefault,
      }),
    ],
    'keys given twice': [
      post('/with_json', '{ "data": { "a": 1, "a": 2 }, "id": 3 }', /"a": 1, "a": 2/, {
        status: created,
        headers: { ...whole, ...contentType('application/json') },
      }),
      post('/with_json?columns=id,data', '{ "data": { "a": 1, "a": 2 }, "id": 3 }', /"a": 1, "a": 2/, {
        status: created,
        headers: { ...whole, ...contentType('application/json') },
      }),
    ],
    'other scripts': [
      post('/tags?select=extra,k', { k: '棋圍', extra: '￥' }, [{ k: '棋圍', extra: '￥' }], {
        status: created,
        headers: whole,
      }),
    ],
    'a location in another script': [
      post('/tags?select=extra,k', { k: '圍棋', extra: '￥' }, '', {
        status: created,
        headers: prefer('return=headers-only'),
        gives: { location: `/tags?k=eq.${encodeURIComponent('圍棋')}` },
      }),
    ],
    CSV: [post('/loose', 'a,b\nbar,baz', 'a,b\nbar,baz', { status: created, headers: csv, gives: isCsv })],
    'nulls in CSV': [
      post('/loose', 'a,b\nNULL,foo', 'a,b\n,foo', { status: created, headers: csv, gives: isCsv }),
    ],
    'some columns in CSV': [
      post('/pieces?select=id', 'id,name,maker_id\n8,Shelf,1\n9,Rack,1', 'id\n8\n9', {
        status: created,
        headers: csv,
        gives: { ...isCsv, 'content-range': '*/*' },
      }),
    ],
    'lines of unlike length in CSV': [
      refused(
        'POST',
        '/loose',
        400,
        { code: 'PGRST102', message: 'All lines must have same number of fields' },
        {
          body: 'a,b\nfoo,bar\nbaz',
          headers: contentType('text/csv'),
        },
      ),
    ],
    'a column that a trigger fills from the token': [
      post('/secrets', { secret: 'nyan' }, [{ owner: 'jdoe', secret: 'nyan' }], {
        status: created,
        headers: whole,
        claims: { role: 'workshop_smith', id: 'jdoe' },
      }),
      post('/secrets', { secret: 'lol', owner: 'hacker' }, [{ owner: 'jroe', secret: 'lol' }], {
        status: created,
        headers: whole,
        claims: { role: 'workshop_smith', id: 'jroe' },
      }),
    ],
    'the parent in the same table': [
      post(
        '/pages_within?select=id,name,parent:parent_id(name)',
        { id: 6, name: 'wot', parent_id: 4 },
        [{ id: 6, name: 'wot', parent: { name: 'wut' } }],
        { status: created, headers: whole },
      ),
    ],
    'the columns one may read': [
      post(
        '/limited_stars?select=article_id,hand_id',
        { article_id: 2, hand_id: 1 },
        [{ article_id: 2, hand_id: 1 }],
        {
          status: created,
          headers: whole,
        },
      ),
    ],
    'more columns than one may read': [
      refused(
        'POST',
        '/limited_stars?select=article_id,hand_id,created_at',
        401,
        {
          code: '42501',
          message: 'permission denied for view limited_stars',
        },
        { body: { article_id: 2, hand_id: 2 }, headers: whole },
      ),
    ],
    'all columns, of which one may read some': [
      refused(
        'POST',
        '/limited_stars',
        401,
        { code: '42501' },
        { body: { article_id: 3, hand_id: 1 }, headers: whole },
      ),
    ],
    'a table one may not read': [
      post('/insert_only', { v: 'some value' }, '', {
        status: created,
        headers: prefer('return=minimal'),
        gives: { ...noBody, 'preference-applied': 'return=minimal' },
      }),
    ],
    'a view': [
      post('/pairs_view', { k1: 1, k2: 'test', extra: 2 }, '', {
        status: created,
        gives: { ...noBody, location: null },
      }),
    ],
    'the location in a view over two tables': [
      post('/both_keys', { pk1: 1, pk2: 2 }, '', {
        status: created,
        headers: prefer('return=headers-only'),
        gives: { ...noBody, location: '/both_keys?pk1=eq.1&pk2=eq.2', 'content-range': '*/*' },
      }),
    ],
    'the location in a view by a key of two columns': [
      post('/pairs_view', { k1: 1, k2: 'test', extra: 2 }, '', {
        status: created,
        headers: prefer('return=headers-only'),
        gives: { ...noBody, location: '/pairs_view?k1=eq.1&k2=eq.test' },
      }),
    ],
    'the location by a key that is null': [
      post('/teams_sponsors', { id: 1 }, '', {
        status: created,
        headers: prefer('return=headers-only'),
        gives: { ...noBody, location: '/teams_sponsors?id=eq.1&sponsor_id=is.null' },
      }),
    ],
  },
}

const noContent = { status: 204, gives: { 'content-type': null, 'content-length': null } }
const nothing = { 'content-type': null, 'content-length': null, 'content-range': '*/*' }
const applied = { 'preference-applied': 'return=representation' }
const page = { id: 0, name: 'new' }
const steps = [
  { name: 'Draw the chest', piece: { name: 'Chest' } },
  { name: 'Cut the lid', piece: { name: 'Chest' } },
  { name: 'Draw the chair', piece: { name: 'Chair' } },
  { name: 'Cut the legs', piece: { name: 'Chair' } },
]
const names = (...found: string[]) => found.map((name) => ({ name }))

export const updates: Family = {
  name: 'updates',
  follows: { spec: 'UpdateSpec', inScope: 46 },
  examples: {
    'an unknown table': [refused('PATCH', '/fake', 404, { code: 'PGRST205' }, { body: { real: false } })],
    // PostgREST changes every row of a table without a filter (docs/contracts/data-api.md 3).
    'an empty table': [patch('/empty_table?k=eq.1', { extra: 20 }, '', noContent)],
    'malformed JSON': [refused('PATCH', '/tags', 400, badJson, { body: '}{ x = 2' })],
    'no body': [refused('PATCH', '/parts', 400, badJson, { body: '' })],
    'blanks around the body': [
      patch('/parts?id=eq.1', '\t \n \r { "id": 99 } \t \n \r ', [{ id: 99 }], {
        headers: { ...whole, ...contentType('application/json') },
      }),
    ],
    'one row': [
      patch('/parts?id=eq.2', { id: 42 }, '', {
        status: 204,
        gives: { 'content-type': null, 'content-range': '0-0/*' },
      }),
    ],
    'the rows of no change': [
      patch('/parts?id=eq.999999', { id: 999999 }, [], { headers: whole, gives: applied }),
    ],
    'no row': [patch('/parts?id=eq.99999999', { id: 42 }, '', noContent)],
    'the changed row': [
      patch('/parts?id=eq.2', { id: 2 }, [{ id: 2 }], {
        headers: whole,
        gives: { ...applied, 'content-range': '0-0/*' },
      }),
    ],
    'several rows': [
      patch('/loose?b=eq.0', { b: '1' }, '', { status: 204, gives: { 'content-range': '0-1/*' } }),
    ],
    'a null': [patch('/loose?a=eq.1', { b: null }, [{ a: '1', b: null }], { headers: whole })],
    'a filter on a computed column': [
      patch('/parts?first_part=eq.true', { id: 100 }, [{ id: 100 }], {
        headers: whole,
        gives: { ...applied, 'content-range': '0-0/*' },
      }),
    ],
    'a filter on a computed column that finds nothing': [
      patch('/parts?always=eq.false', { id: 100 }, [], { headers: whole, gives: applied }),
    ],
    'the representation': [
      patch('/parts?id=eq.1', { id: 99 }, [{ id: 99 }], { headers: whole, gives: applied }),
    ],
    'a computed column of it': [
      patch('/parts?id=eq.1&select=id,always', { id: 1 }, [{ id: 1, always: true }], { headers: whole }),
    ],
    'a computed column of two tables': [
      patch('/parts?id=eq.1&select=id,shared', { id: 1 }, [{ id: 1, shared: true }], { headers: whole }),
      patch('/spares?id=eq.1&select=id,shared', { id: 1 }, [{ id: 1, shared: true }], { headers: whole }),
    ],
    'select without a representation': [
      patch('/parts?id=eq.1&select=id', { id: 1 }, '', {
        status: 204,
        headers: prefer('return=minimal'),
        gives: { 'content-range': '0-0/*', 'preference-applied': 'return=minimal' },
      }),
    ],
    'nothing to change': [{}, [], [{}]].map((body) =>
      patch('/parts', body, '', { status: 204, gives: nothing }),
    ),
    'nothing to change, with a select': [{}, [], [{}]].map((body) =>
      patch('/parts?select=id', body, '', { status: 204, gives: nothing }),
    ),
    'the representation of nothing': [
      patch('/parts', {}, [], { headers: whole, gives: { ...applied, 'content-range': '*/*' } }),
    ],
    'some columns of nothing': [
      patch('/parts?select=id', {}, [], { headers: whole, gives: { ...applied, 'content-range': '*/*' } }),
    ],
    'a computed column of nothing': [
      patch('/parts?select=id,shared', {}, [], {
        headers: whole,
        gives: { ...applied, 'content-range': '*/*' },
      }),
    ],
    'other scripts': [
      patch('/loose?a=eq.1', { a: '圍棋', b: '￥' }, [{ a: '圍棋', b: '￥' }], { headers: whole }),
    ],
    'keys outside columns': [
      patch(
        '/articles?id=eq.1&columns=body',
        { body: 'new', smth: 'here', fake_id: 13 },
        [{ id: 1, body: 'new', owner: 'ann' }],
        { headers: whole },
      ),
    ],
    'keys outside columns, and no row': [
      patch('/articles?id=eq.2001&columns=body', { body: 'new', smth: 'here' }, undefined, {
        headers: whole,
      }),
    ],
    'unknown columns': [
      refused(
        'PATCH',
        '/articles?id=eq.1&columns=helicopter',
        400,
        {
          code: 'PGRST204',
          message: "Could not find the 'helicopter' column of 'articles' in the schema cache",
        },
        { body: { body: 'y' }, headers: whole },
      ),
    ],
    'unknown columns of an unknown table': [
      refused(
        'PATCH',
        '/garlic?columns=helicopter',
        404,
        { code: 'PGRST205' },
        { body: [{ id: 204 }], headers: whole },
      ),
    ],
    'the default of a missing value': [
      patch(
        '/boxes?id=eq.3&columns=name,odd-name&select=id,name,odd-name',
        { name: 'Tres' },
        [{ id: 3, name: 'Tres', 'odd-name': 1 }],
        { headers: byDefault, gives: { 'preference-applied': 'missing=default, return=representation' } },
      ),
    ],
    'the default of a missing value in a view': [
      patch(
        '/boxes_view?id=eq.3&columns=numbers,name&select=id,name,numbers,odd-name',
        { numbers: null },
        [{ id: 3, name: 'Default', numbers: null, 'odd-name': 3 }],
        { headers: byDefault },
      ),
    ],
    'bits of a length': [
      patch('/lengths?select=b,c&c=eq.aaaaa', { b: '11100' }, [{ b: '11100', c: 'aaaaa' }], {
        headers: whole,
      }),
    ],
    'characters of a length': [
      patch('/lengths?select=b,c&b=eq.00000', { c: 'zzzyy' }, [{ b: '00000', c: 'zzzyy' }], {
        headers: whole,
      }),
    ],
    'children in the same table': [
      patch(
        '/pages_within?id=eq.0&select=id,name,pages_within(name)',
        { name: 'new' },
        [{ ...page, pages_within: names('fezz', 'foo', 'bar') }],
        { headers: whole },
      ),
    ],
    'the order of the changed rows': [
      patch(
        '/loose?or=(b.eq.0,b.is.null)&order=a.desc',
        { b: '1' },
        [
          { a: null, b: '1' },
          { a: '2', b: '1' },
          { a: '1', b: '1' },
        ],
        { headers: whole },
      ),
    ],
    'some of the children': [
      patch(
        '/pages_within?id=eq.0&select=id,name,pages_within(name)&pages_within.name=like.f*',
        { name: 'new' },
        [{ ...page, pages_within: names('fezz', 'foo') }],
        { headers: whole },
      ),
    ],
    'parent, children and theirs': [
      patch(
        '/pages_within?id=eq.0&select=id,name,pages_within(name,pages_within(name)),parent:parent_id(name)',
        { name: 'new' },
        [
          {
            ...page,
            parent: { name: 'wat' },
            pages_within: [
              { name: 'fezz', pages_within: names('wut') },
              { name: 'foo', pages_within: [] },
              { name: 'bar', pages_within: [] },
            ],
          },
        ],
        { headers: whole },
      ),
    ],
    'some of parent, children and theirs': [
      patch(
        '/pages_within?id=eq.0&select=id,name,pages_within(name,pages_within(name)),parent:parent_id(name)&pages_within.name=like.f*&pages_within.pages_within.id=eq.4&parent.name=neq.wat',
        { name: 'new' },
        [
          {
            ...page,
            parent: null,
            pages_within: [
              { name: 'fezz', pages_within: names('wut') },
              { name: 'foo', pages_within: [] },
            ],
          },
        ],
        { headers: whole },
      ),
    ],
    'children without the key shown': [
      patch(
        '/pages_within?id=eq.0&select=name,pages_within(name)',
        { name: 'new' },
        [{ name: 'new', pages_within: names('fezz', 'foo', 'bar') }],
        { headers: whole },
      ),
    ],
    'some children without the key shown': [
      patch(
        '/pages_within?id=eq.0&select=name,pages_within(name)&pages_within.name=like.b*',
        { name: 'new' },
        [{ name: 'new', pages_within: names('bar') }],
        { headers: whole },
      ),
    ],
    'many to many and their parents': [
      patch(
        '/hands?id=eq.1&select=name,steps(name,piece:pieces(name))',
        { name: 'Kay' },
        [{ name: 'Kay', steps }],
        {
          headers: whole,
        },
      ),
    ],
    'some of many to many and their parents': [
      patch(
        '/hands?id=eq.1&select=name,steps(name,piece:pieces(name))&steps.name=ilike.cut*&steps.piece.name=like.*air',
        { name: 'Kay' },
        [
          {
            name: 'Kay',
            steps: [
              { name: 'Cut the lid', piece: null },
              { name: 'Cut the legs', piece: { name: 'Chair' } },
            ],
          },
        ],
        { headers: whole },
      ),
    ],
    'one to one': [
      patch(
        '/apprentices?id=eq.1&select=name,lodgings(address)',
        { name: 'Kay' },
        [{ name: 'Kay', lodgings: { address: 'Street 1' } }],
        { headers: whole },
      ),
      patch(
        '/lodgings?id=eq.1&select=address,apprentices(name)',
        { address: 'New' },
        [{ address: 'New', apprentices: { name: 'Ann' } }],
        { headers: whole },
      ),
    ],
    'a filtered one to one': [
      patch(
        '/apprentices?id=eq.1&select=name,lodgings(address)&lodgings.code=like.0002',
        { name: 'Kay' },
        [{ name: 'Kay', lodgings: null }],
        { headers: whole },
      ),
    ],
    'columns one may not read, nothing asked back': [
      patch('/people?id=eq.1', { password: 'xyz' }, '', {
        status: 204,
        headers: prefer('return=minimal'),
        gives: { 'preference-applied': 'return=minimal' },
      }),
    ],
    'columns one may not read, by default': [patch('/people?id=eq.1', { password: 'abc' }, '', noContent)],
    'the order of children': [
      patch(
        '/pages_within?id=eq.0&select=id,name,pages_within(name)&pages_within.order=name.asc',
        { name: 'new' },
        [{ ...page, pages_within: names('bar', 'fezz', 'foo') }],
        { headers: whole },
      ),
    ],
  },
}

const remove = (path: string, answer: unknown, more: Parameters<typeof ask>[3] = {}) =>
  ask('DELETE', path, answer, more)

export const deletes: Family = {
  name: 'deletes',
  follows: { spec: 'DeleteSpec', inScope: 13 },
  examples: {
    'one row': [
      remove('/parts?id=eq.1', '', { status: 204, gives: { 'content-type': null, 'content-range': '*/*' } }),
    ],
    'the row and the count': [
      remove('/parts?id=eq.2', [{ id: 2 }], {
        headers: prefer('return=representation', 'count=exact'),
        gives: { 'content-range': '*/1', 'preference-applied': 'return=representation, count=exact' },
      }),
    ],
    'select without a representation': [
      remove('/parts?id=eq.3&select=id', '', { status: 204, gives: { 'content-range': '*/*' } }),
      remove('/parts?id=eq.3&select=id', '', {
        status: 204,
        headers: prefer('return=minimal'),
        gives: { 'content-range': '*/*', 'preference-applied': 'return=minimal' },
      }),
    ],
    'some columns': [
      remove('/boxes?id=eq.2&select=id,name', [{ id: 2, name: 'Two' }], {
        headers: whole,
        gives: { 'content-range': '*/*' },
      }),
    ],
    'aliases and casts': [
      remove('/boxes?id=eq.3&select=bId:id::text,bName:name', [{ bId: '3', bName: 'Three' }], {
        headers: whole,
      }),
    ],
    'the parent': [
      remove('/steps?id=eq.8&select=id,piece:pieces(id)', [{ id: 8, piece: { id: 4 } }], { headers: whole }),
    ],
    'one to one': [
      remove(
        '/apprentices?id=eq.1&select=name,lodgings(address)',
        [{ name: 'Ann', lodgings: { address: 'Street 1' } }],
        {
          headers: whole,
        },
      ),
      remove(
        '/lodgings?id=eq.1&select=address,apprentices(name)',
        [{ address: 'Street 1', apprentices: { name: 'Ann' } }],
        { headers: whole },
      ),
    ],
    'no row': [remove('/parts?id=eq.101', [], { headers: whole, gives: { 'content-range': '*/*' } })],
    'an unknown table': [refused('DELETE', '/foozle?id=eq.101', 404, { code: 'PGRST205' })],
    'all columns, of which one may read some': [
      remove('/people?id=eq.1', undefined, { status: 401, headers: whole }),
    ],
    'the columns one may read': [
      remove('/people?id=eq.1&select=id,email', [{ id: 1, email: 'a@test' }], { headers: whole }),
    ],
    'nothing asked back': [remove('/people?id=eq.2', '', { status: 204, headers: prefer('return=minimal') })],
    'nothing asked back, by default': [remove('/people?id=eq.3', '', { status: 204 })],
  },
}

const merge = prefer('return=representation', 'resolution=merge-duplicates')
const ignore = prefer('return=representation', 'resolution=ignore-duplicates')
const merged = { 'preference-applied': 'resolution=merge-duplicates, return=representation' }
const ignored = { 'preference-applied': 'resolution=ignore-duplicates, return=representation' }
const mergedByDefault = {
  'preference-applied': 'resolution=merge-duplicates, missing=default, return=representation',
}
const put = (path: string, body: unknown, answer: unknown, more: Parameters<typeof ask>[3] = {}) =>
  ask('PUT', path, answer, { ...more, body })
const keyFilters = {
  code: 'PGRST105',
  message: "Filters must include all and only primary key columns with 'eq' operators",
  details: null,
}
const noLimits = { code: 'PGRST114', message: 'limit/offset querystring parameters are not allowed for PUT' }
const mismatch = { code: 'PGRST115', message: 'Payload values do not match URL in primary key column(s)' }
const ranks = (...rows: [string, number][]) => rows.map(([name, rank]) => ({ name, rank }))
const susan = { first_name: 'Susan', last_name: 'Heidt', wage: '48000', shop: 'GEX', trade: 'Rails' }
const object = 'application/vnd.pgrst.object+json'

export const upserts: Family = {
  name: 'upserts',
  follows: { spec: 'UpsertSpec', inScope: 46 },
  examples: {
    'new and known rows': [
      post('/ranks', ranks(['Ada', 6], ['Java', 2], ['C', 1]), ranks(['Ada', 6], ['Java', 2], ['C', 1]), {
        status: created,
        headers: merge,
        gives: merged,
      }),
    ],
    'known rows alone': [
      post('/ranks', ranks(['Python', 6], ['C', 1]), ranks(['Python', 6], ['C', 1]), {
        headers: merge,
        gives: merged,
      }),
    ],
    'a key of two columns': [
      post(
        '/workers',
        [
          { first_name: 'Frances M.', last_name: 'Roe', wage: '30000' },
          { first_name: 'Peter S.', last_name: 'Yang', wage: 42000 },
        ],
        [
          { first_name: 'Frances M.', last_name: 'Roe', wage: '$30,000.00', shop: 'One-Up', trade: 'Author' },
          { first_name: 'Peter S.', last_name: 'Yang', wage: '$42,000.00', shop: null, trade: null },
        ],
        { status: created, headers: merge, gives: merged },
      ),
    ],
    'a partitioned table': [
      post(
        '/tools',
        [
          { name: 'Adze', year: 1981, brand_name: null },
          { name: 'Router', year: 2021, brand_name: 'Adler' },
        ],
        [
          { name: 'Adze', year: 1981, brand_name: null },
          { name: 'Router', year: 2021, brand_name: 'Adler' },
        ],
        { status: created, headers: merge },
      ),
    ],
    'no rows': [post('/articles', [], [], { headers: merge })],
    'a unique column': [
      post(
        '/one_unique?on_conflict=key',
        [
          { key: 1, value: 'B' },
          { key: 2, value: 'C' },
        ],
        [
          { key: 1, value: 'B' },
          { key: 2, value: 'C' },
        ],
        { status: created, headers: merge, gives: merged },
      ),
    ],
    'two unique columns': [
      post(
        '/two_unique?on_conflict=key1,key2',
        [
          { key1: 1, key2: 1, value: 'B' },
          { key1: 1, key2: 2, value: 'C' },
        ],
        [
          { key1: 1, key2: 1, value: 'B' },
          { key1: 1, key2: 2, value: 'C' },
        ],
        { status: created, headers: merge, gives: merged },
      ),
    ],
    ...Object.fromEntries(
      ['serial_keys', 'Identity_Keys'].map((table) => [
        `a key that the database counts: ${table}`,
        [
          post(
            `/${table}?columns=id,name&select=name,extra`,
            [{ id: 1, name: 'updated' }, { name: 'new' }],
            [
              { name: 'updated', extra: 'existing value' },
              { name: 'new', extra: null },
            ],
            {
              status: created,
              headers: prefer('return=representation', 'resolution=merge-duplicates', 'missing=default'),
              gives: mergedByDefault,
            },
          ),
        ],
      ]),
    ),
    'nothing but a key': [
      post('/only_key', [{ id: 1 }, { id: 2 }, { id: 4 }], [{ id: 1 }, { id: 2 }, { id: 4 }], {
        status: created,
        headers: merge,
        gives: merged,
      }),
    ],
    'no key': [
      post('/loose', [{ a: '1', b: '0' }], [{ a: '1', b: '0' }], {
        status: created,
        headers: merge,
        gives: { 'preference-applied': 'return=representation' },
      }),
    ],
    'ignored: known rows': [
      post('/ranks', ranks(['PHP', 9], ['Python', 10]), ranks(['PHP', 9]), {
        status: created,
        headers: ignore,
        gives: ignored,
      }),
    ],
    'ignored: a key of two columns': [
      post(
        '/workers',
        [
          { first_name: 'Daniel B.', last_name: 'Lyon', wage: '72000' },
          { first_name: 'Sara M.', last_name: 'Torp', wage: 60000 },
        ],
        [{ first_name: 'Sara M.', last_name: 'Torp', wage: '$60,000.00', shop: null, trade: null }],
        { status: created, headers: ignore, gives: ignored },
      ),
    ],
    'ignored: a partitioned table': [
      post(
        '/tools',
        [
          { name: 'Adze', year: 1981, brand_name: 'Biber' },
          { name: 'Router', year: 2021, brand_name: 'Adler' },
        ],
        [{ name: 'Router', year: 2021, brand_name: 'Adler' }],
        { status: created, headers: ignore },
      ),
    ],
    'ignored: a unique column': [
      post(
        '/one_unique?on_conflict=key',
        [
          { key: 1, value: 'B' },
          { key: 2, value: 'C' },
        ],
        [{ key: 2, value: 'C' }],
        { status: created, headers: ignore, gives: ignored },
      ),
    ],
    'ignored: two unique columns': [
      post(
        '/two_unique?on_conflict=key1,key2',
        [
          { key1: 1, key2: 1, value: 'B' },
          { key1: 1, key2: 3, value: 'D' },
        ],
        [{ key1: 1, key2: 3, value: 'D' }],
        { status: created, headers: ignore },
      ),
    ],
    ...Object.fromEntries(
      ['serial_keys', 'Identity_Keys'].map((table) => [
        `ignored: a key that the database counts: ${table}`,
        [
          post(
            `/${table}?columns=id,name&select=name,extra`,
            [{ id: 1, name: 'updated' }, { name: 'new' }],
            [{ name: 'new', extra: null }],
            {
              status: created,
              headers: prefer('return=representation', 'resolution=ignore-duplicates', 'missing=default'),
            },
          ),
        ],
      ]),
    ),
    'ignored: nothing but a key': [
      post('/only_key', [{ id: 1 }, { id: 3 }], [{ id: 3 }], { status: created, headers: ignore }),
    ],
    'ignored: all rows': [
      post('/ranks', ranks(['Java', 1]), [], { status: created, headers: ignore }),
      post('/ranks', ranks(['Java', 1], ['C', 2]), [], { status: created, headers: ignore }),
    ],
    'PUT with a limit': [
      refused('PUT', '/ranks?name=eq.Ada&limit=1', 400, noLimits, { body: ranks(['Ada', 1]) }),
    ],
    'PUT with an offset': [
      refused('PUT', '/ranks?name=eq.Ada&offset=1', 400, noLimits, { body: ranks(['Ada', 1]) }),
    ],
    'PUT with other filters than eq on the key': [
      'rank=eq.19',
      'id=not.eq.Java',
      'id=in.(Go)',
      'and=(id.eq.Go)',
    ].map((filter) => refused('PUT', `/ranks?${filter}`, 405, keyFilters, { body: ranks(['Go', 19]) })),
    'PUT with a part of the key': ['first_name=eq.Susan', 'last_name=eq.Heidt'].map((filter) =>
      refused('PUT', `/workers?${filter}`, 405, keyFilters, { body: [susan] }),
    ),
    'PUT with another key in the body': [
      refused('PUT', '/ranks?name=eq.Ada', 400, mismatch, { body: ranks(['Perl', 17]) }),
      refused('PUT', '/workers?first_name=eq.Wendy&last_name=eq.A', 400, mismatch, { body: [susan] }),
    ],
    'PUT without a key in the table': [
      refused('PUT', '/loose?a=eq.one&b=eq.two', 405, keyFilters, { body: [{ a: 'one', b: 'two' }] }),
    ],
    'PUT of a new row': [
      put('/ranks?name=eq.Go', ranks(['Go', 19]), ranks(['Go', 19]), { status: created, headers: whole }),
    ],
    'PUT of a new row by two columns': [
      put('/workers?first_name=eq.Susan&last_name=eq.Heidt', [susan], [{ ...susan, wage: '$48,000.00' }], {
        status: created,
        headers: whole,
      }),
    ],
    'PUT of a new row in a partitioned table': [
      put(
        '/tools?name=eq.Saw&year=eq.2021',
        [{ name: 'Saw', year: 2021 }],
        [{ name: 'Saw', year: 2021, brand_name: null }],
        {
          status: created,
          headers: whole,
        },
      ),
    ],
    'PUT of a new key alone': [
      put('/only_key?id=eq.10', [{ id: 10 }], [{ id: 10 }], { status: created, headers: whole }),
    ],
    'PUT of a known row': [
      put('/ranks?name=eq.Java', ranks(['Java', 13]), ranks(['Java', 13]), { headers: whole }),
    ],
    'PUT takes the first row': [
      put(
        '/ranks?name=eq.Java',
        ranks(['Java', 19], ['Swift', 12]),
        { name: 'Java', rank: 19 },
        {
          headers: { ...whole, ...accept(object) },
        },
      ),
    ],
    'PUT of a known row by two columns': [
      put(
        '/workers?first_name=eq.Frances M.&last_name=eq.Roe',
        [{ first_name: 'Frances M.', last_name: 'Roe', wage: '60000', shop: 'Gamma', trade: 'Rails' }],
        [{ first_name: 'Frances M.', last_name: 'Roe', wage: '$60,000.00', shop: 'Gamma', trade: 'Rails' }],
        { headers: whole },
      ),
    ],
    'PUT of a known row in a partitioned table': [
      put(
        '/tools?name=eq.Adze&year=eq.1981',
        [{ name: 'Adze', year: 1981, brand_name: null }],
        [{ name: 'Adze', year: 1981, brand_name: null }],
        { headers: whole },
      ),
    ],
    'PUT of a known key alone': [put('/only_key?id=eq.1', [{ id: 1 }], [{ id: 1 }], { headers: whole })],
    'PUT with a range': [
      put('/ranks?name=eq.Java', ranks(['Java', 5]), ranks(['Java', 5]), {
        headers: { ...whole, Range: '1-1' },
      }),
    ],
    'PUT of one object': [
      put(
        '/ranks?name=eq.Ruby',
        ranks(['Ruby', 11]),
        { name: 'Ruby', rank: 11 },
        {
          status: created,
          headers: { ...whole, ...accept(object) },
          gives: { 'content-type': `${object}; charset=utf-8` },
        },
      ),
    ],
    'capital letters, merged': [
      post(
        '/CamelKeys',
        [
          { idCamel: 1, nameCamel: 'one' },
          { idCamel: 2, nameCamel: 'two' },
        ],
        [
          { idCamel: 1, nameCamel: 'one' },
          { idCamel: 2, nameCamel: 'two' },
        ],
        { status: created, headers: merge, gives: merged },
      ),
    ],
    'capital letters, ignored': [
      post(
        '/CamelKeys',
        [
          { idCamel: 1, nameCamel: 'one' },
          { idCamel: 2, nameCamel: 'two' },
        ],
        [{ idCamel: 2, nameCamel: 'two' }],
        { status: created, headers: ignore },
      ),
    ],
    'capital letters, PUT': [
      put('/CamelKeys?idCamel=eq.1', [{ idCamel: 1, nameCamel: 'x' }], '', {
        status: 204,
        gives: { 'content-type': null },
      }),
    ],
    'capital letters, PUT with nothing asked back': [
      put('/CamelKeys?idCamel=eq.1', [{ idCamel: 1, nameCamel: 'x' }], '', {
        status: 204,
        headers: prefer('return=minimal'),
        gives: { 'preference-applied': 'return=minimal' },
      }),
    ],
    'PUT and the order of children': [
      put(
        '/pages_within?id=eq.0&select=id,name,pages_within(name)&pages_within.order=name.asc',
        { id: 0, name: 'new', parent_id: 5 },
        [{ ...page, pages_within: names('bar', 'fezz', 'foo') }],
        { headers: whole },
      ),
    ],
    'the order of the rows': [
      post(
        '/makers?select=id,name,pieces(name)&order=id.desc',
        [
          { id: 1, name: 'Oak' },
          { id: 2, name: 'Pine' },
        ],
        [
          { id: 2, name: 'Pine', pieces: names('Table', 'Desk') },
          { id: 1, name: 'Oak', pieces: names('Chest', 'Chair') },
        ],
        { headers: merge },
      ),
    ],
  },
}

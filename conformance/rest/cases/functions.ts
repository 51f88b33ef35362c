import { accept, ask, contentType, type Family, get, post, prefer, refused } from '../case.ts'

/** Functions (docs/contracts/data-api.md 4). */

const range = (value: string) => ({ 'content-range': value })
const counted = prefer('count=exact')
const part = (...ids: number[]) => ids.map((id) => ({ id }))
const between = '/rpc/parts_between'
const head = (path: string, gives: Record<string, string | null>, headers = {}, status = 200) =>
  ask('HEAD', path, '', { status, headers, gives })
const csv = { headers: accept('text/csv'), gives: { 'content-type': 'text/csv; charset=utf-8' } }
const rangeAsked = (value: string) => ({ Range: value, 'Range-Unit': 'items' })
const unknown = (name: string, asked: string, details: string, hint: string | null) => ({
  code: 'PGRST202',
  message: `Could not find the function workshop.${name}${asked} in the schema cache`,
  details: `Searched for the function workshop.${name} ${details}, but no matches were found in the schema cache.`,
  hint: hint === null ? null : `Perhaps you meant to call the function workshop.${hint}`,
})
const chest = { id: 1, name: 'Chest', maker_id: 1 }
const chair = { id: 2, name: 'Chair', maker_id: 1 }
const form = contentType('application/x-www-form-urlencoded')
const values = {
  double: 3.1,
  varchar: 'hello',
  boolean: true,
  date: '2019-01-01',
  money: '$0.00',
  mood: 'calm',
  list: ['a', 'b', 'c'],
  integer: 43,
}
const inQuery =
  'double=3.1&varchar=hello&boolean=true&date=20190101&money=0&mood=calm&list=%7Ba,b,c%7D&integer=43'
const headersSaid = { 'x-test': 'key1=val1; someValue; key2=val2', 'x-test-2': 'key1=val1' }
const badHeaders = {
  code: 'PGRST111',
  message:
    'response.headers guc must be a JSON array composed of objects with a single key and a string value',
}
const setting = (prefix: string | undefined, name: string, answer: unknown, headers = {}) =>
  post('/rpc/setting', { ...(prefix && { prefix }), name }, answer, { headers })
const raised = (message: unknown, detail?: unknown) => {
  const text = (value: unknown) => (typeof value === 'string' ? value : JSON.stringify(value))
  const query = new URLSearchParams({ message: text(message), ...(detail ? { detail: text(detail) } : {}) })
  return `/rpc/raise_json?${query}`
}
const unparsed = { code: 'PGRST121', message: 'Could not parse JSON in the "RAISE SQLSTATE \'PGRST\'" error' }
const detailHint =
  "DETAIL must be a JSON object with obligatory keys: 'status', 'headers' and optional key: 'status_text'."

const ranges: Family['examples'] = {
  'a part of the rows by Range': [
    get(`${between}?min=2&max=4`, part(4), { headers: rangeAsked('1-1'), gives: range('1-1/*') }),
  ],
  'a part of the rows by limit': [
    post(`${between}?limit=1&offset=1`, { min: 2, max: 4 }, part(4), { gives: range('1-1/*') }),
    get(`${between}?min=2&max=4&limit=1&offset=1`, part(4), { gives: range('1-1/*') }),
    head(`${between}?min=2&max=4&limit=1&offset=1`, { ...range('1-1/*'), 'content-length': null }),
  ],
  'the count by Range': [
    get(`${between}?min=2&max=4`, part(4), {
      status: 206,
      headers: { ...rangeAsked('1-1'), ...counted },
      gives: range('1-1/2'),
    }),
  ],
  'the count by limit': [
    post(`${between}?limit=1&offset=1`, { min: 2, max: 4 }, part(4), {
      status: 206,
      headers: counted,
      gives: range('1-1/2'),
    }),
    get(`${between}?min=2&max=4&limit=1&offset=1`, part(4), {
      status: 206,
      headers: counted,
      gives: range('1-1/2'),
    }),
    head(`${between}?min=2&max=4&limit=1&offset=1`, range('1-1/2'), counted, 206),
  ],
  'the count of filtered rows': [
    head('/rpc/all_pieces', range('0-4/5'), counted),
    head('/rpc/all_pieces?select=*,makers!inner(*)&makers.id=eq.1', range('0-1/2'), counted),
  ],
  'the count of one value': [
    get('/rpc/plus?a=3&b=4', 7, { headers: counted, gives: range('0-0/1') }),
    get('/rpc/ret_number?val=8', 8, { headers: counted, gives: range('0-0/1') }),
    get('/rpc/ret_point', { x: 10, y: 5 }, { headers: counted, gives: range('0-0/1') }),
  ],
  JSON: [post(between, { min: 2, max: 4 }, part(3, 4)), get(`${between}?min=2&max=4`, part(3, 4))],
  CSV: [
    post(between, { min: 2, max: 4 }, 'id\n3\n4', csv),
    get(`${between}?min=2&max=4`, 'id\n3\n4', csv),
    ask('HEAD', `${between}?min=2&max=4`, '', csv),
  ],
  'Range only by GET': [
    post(between, { min: 2, max: 4 }, part(3, 4), {
      headers: { ...rangeAsked('1-1'), ...counted },
      gives: range('0-1/2'),
    }),
    head(`${between}?min=2&max=4`, range('0-1/2'), { ...rangeAsked('1-1'), ...counted }),
  ],
  'Range only by GET, with a limit': [
    post(`${between}?limit=2&offset=1`, { min: 2, max: 5 }, part(4, 5), {
      status: 206,
      headers: { ...rangeAsked('1-1'), ...counted },
      gives: range('1-2/3'),
    }),
    head(
      `${between}?min=2&max=5&limit=2&offset=1`,
      range('1-2/3'),
      { ...rangeAsked('1-1'), ...counted },
      206,
    ),
  ],
  'no bad Range but by GET': [
    post(`${between}?limit=2&offset=1`, { min: 2, max: 5 }, part(4, 5), {
      status: 206,
      headers: { ...rangeAsked('0-0'), ...counted },
      gives: range('1-2/3'),
    }),
  ],
}

const found: Family['examples'] = {
  'an unknown function, by POST': [
    refused('POST', '/rpc/nothing_like_it', 404, { code: 'PGRST202' }, { body: {} }),
  ],
  'an unknown function': [refused('GET', '/rpc/nothing_like_it', 404, { code: 'PGRST202' })],
  'the name of one much like it': [
    refused(
      'GET',
      '/rpc/no_argument',
      404,
      unknown('no_argument', ' without parameters', 'without parameters', 'no_arguments'),
    ),
  ],
  'unknown arguments': [
    refused('GET', '/rpc/greet', 404, { code: 'PGRST202' }),
    refused('GET', '/rpc/greet?any_arg=value', 404, { code: 'PGRST202' }),
  ],
  'arguments much like the known ones': [
    refused(
      'GET',
      '/rpc/greet?nam=Peter',
      404,
      unknown('greet', '(nam)', 'with parameter nam', 'greet(name)'),
    ),
  ],
  'one argument too many': [
    refused(
      'GET',
      '/rpc/plus?a=1&b=2&more=x',
      404,
      unknown('plus', '(a, b, more)', 'with parameters a, b, more', 'plus(a, b)'),
    ),
  ],
  'unknown arguments of several of one name': [
    refused(
      'GET',
      '/rpc/choice?wrong=value',
      404,
      unknown('choice', '(wrong)', 'with parameter wrong', null),
    ),
    refused(
      'GET',
      '/rpc/choice?a=1&b=2&wrong=value',
      404,
      unknown('choice', '(a, b, wrong)', 'with parameters a, b, wrong', 'choice(a, b, c)'),
    ),
  ],
  'several that fit': [
    refused('GET', '/rpc/same_args?arg=value', 300, {
      code: 'PGRST203',
      message:
        'Could not choose the best candidate function between: workshop.same_args(arg => date), workshop.same_args(arg => integer), workshop.same_args(arg => text, num => integer)',
      hint: 'Try renaming the parameters or the function itself in the database so function overloading can be resolved',
      details: null,
    }),
  ],
  'capital letters': [
    get('/rpc/quotedFunction?user=m&fullName=Michael S&SSN=401', {
      user: 'm',
      fullName: 'Michael S',
      SSN: '401',
    }),
    post(
      '/rpc/quotedFunction',
      { user: 'd', fullName: 'D S', SSN: '030' },
      { user: 'd', fullName: 'D S', SSN: '030' },
    ),
  ],
  'rows of a table': [post('/rpc/piece', { id: 1 }, [chest]), get('/rpc/piece?id=1', [chest])],
  'filtered rows': [
    post('/rpc/all_pieces?id=gt.1&id=lt.5&select=id', {}, part(2, 3, 4)),
    get('/rpc/all_pieces?id=gt.1&id=lt.5&select=id', part(2, 3, 4)),
  ],
  'limited rows': [
    post('/rpc/all_pieces?id=gt.1&id=lt.5&select=id&limit=2&offset=1', {}, part(3, 4), {
      gives: range('1-2/*'),
    }),
    get('/rpc/all_pieces?id=gt.1&id=lt.5&select=id&limit=2&offset=1', part(3, 4), { gives: range('1-2/*') }),
  ],
  'some columns': [
    post('/rpc/piece?select=id,name', { id: 1 }, [{ id: 1, name: 'Chest' }]),
    get('/rpc/piece?id=1&select=id,name', [{ id: 1, name: 'Chest' }]),
  ],
  embeds: [
    post('/rpc/piece?select=id,maker:makers(id),steps(id)', { id: 1 }, [
      { id: 1, maker: { id: 1 }, steps: part(1, 2) },
    ]),
    get('/rpc/piece?id=1&select=id,maker:makers(id),steps(id)', [
      { id: 1, maker: { id: 1 }, steps: part(1, 2) },
    ]),
  ],
  'no embed of a hidden table': [
    refused('POST', '/rpc/article?select=*,article_stars(*)', 400, { code: 'PGRST200' }, { body: { id: 1 } }),
    refused('GET', '/rpc/article?id=1&select=*,article_stars(*)', 400, { code: 'PGRST200' }),
  ],
  'embeds of views of hidden tables': [
    post('/rpc/article?select=id,articleStars(handId)', { id: 2 }, { id: 2, articleStars: [{ handId: 3 }] }),
    get('/rpc/article?id=2&select=id,articleStars(handId)', { id: 2, articleStars: [{ handId: 3 }] }),
  ],
  'many to many': [
    get('/rpc/all_hands?select=name,steps(name)&id=eq.3', [
      { name: 'Cleo', steps: [{ name: 'Draw the chest' }, { name: 'Draw the table' }] },
    ]),
  ],
  'many to many and their parents': [
    get('/rpc/all_hands?select=name,steps(name,piece:pieces(name))&id=eq.3', [
      {
        name: 'Cleo',
        steps: [
          { name: 'Draw the chest', piece: { name: 'Chest' } },
          { name: 'Draw the table', piece: { name: 'Table' } },
        ],
      },
    ]),
  ],
  'one to one': [
    get('/rpc/all_vises?select=name,benches(name)&id=eq.1', [
      { name: 'Big vise', benches: { name: 'Long bench' } },
    ]),
    get('/rpc/all_benches?select=name,vises(name)&id=eq.1', [
      { name: 'Long bench', vises: { name: 'Big vise' } },
    ]),
  ],
  'embeds of a domain over a table': [
    post('/rpc/piece_as_domain?select=id,maker:makers(id),steps(id)', { id: 1 }, [
      { id: 1, maker: { id: 1 }, steps: part(1, 2) },
    ]),
    get('/rpc/piece_as_domain?id=1&select=id,maker:makers(id)', [{ id: 1, maker: { id: 1 } }]),
  ],
}

const returned: Family['examples'] = {
  'no rows': [post('/rpc/no_parts', {}, []), get('/rpc/no_parts', [])],
  'a text': [post('/rpc/greet', { name: 'world' }, '"Hello, world"')],
  'a text in another script': [post('/rpc/greet', { name: '￥' }, '"Hello, ￥"')],
  'a list': [post('/rpc/ret_array', {}, [1, 2, 3])],
  'a set of numbers': [post('/rpc/ret_integers', {}, [1, 2, 3])],
  'an enum': [post('/rpc/ret_mood', { val: 'calm' }, '"calm"')],
  'a domain': [post('/rpc/ret_number', { val: '8' }, 8)],
  'a range': [post('/rpc/ret_range', { low: 10, up: 20 }, '"[10,20)"')],
  'output arguments': [post('/rpc/ret_scalars', {}, { a: 'scalars', b: 'calm', c: 1, d: '[10,20)' })],
  'a composite': [post('/rpc/ret_point', {}, { x: 10, y: 5 })],
  'a composite of a hidden schema': [
    ask('POST', '/rpc/ret_hidden_point', undefined, { status: 401, body: {} }),
  ],
  'a domain over a composite': [post('/rpc/ret_point_domain', {}, { x: 10, y: 5 })],
  'one row of a table': [post('/rpc/article?select=id', { id: 2 }, { id: 2 })],
  nothing: [
    post('/rpc/ret_void', {}, '', { status: 204, gives: { 'content-type': null, 'content-length': null } }),
  ],
  null: [post('/rpc/ret_null', {}, null)],
  'a record': [
    post('/rpc/ret_record', '', chest),
    post('/rpc/ret_record_like', { id: 1, name: 'Ch%' }, chest),
    get('/rpc/ret_record_like?id=1&name=Ch*', undefined),
  ],
  'a set of records': [
    post('/rpc/ret_records', '', [chest, chair]),
    post('/rpc/ret_records_like', { id: 1, name: 'Ch%' }, [chest, chair]),
  ],
  'a composite of one of several': [post('/rpc/point_of', { x: 1, y: 2 }, { x: 1, y: 2 })],
  'the name of the function as column': [
    post('/rpc/same_name', {}, [{ same_name: 'hello', value: 1 }]),
    get('/rpc/same_name', [{ same_name: 'hello', value: 1 }]),
  ],
  'one output': [
    get('/rpc/plus_one?num=5', { num_plus_one: 6 }),
    get('/rpc/one_json_out?a=1&b=two', { my_json: { a: 1, b: 'two' } }),
  ],
  'one input that is the output': [get('/rpc/in_and_out?num=2', { num: 3 })],
  'many outputs': [get('/rpc/many_out', { my_json: { a: 1, b: 'two' }, num: 3, str: 'four' })],
  'many inputs that are outputs': [
    get('/rpc/many_in_and_out?num=1&str=two&b=false', { num: 1, str: 'two', b: false }),
  ],
  'a table of one column': [get('/rpc/one_column', [{ a: 'A' }])],
  'a table of two columns': [get('/rpc/two_columns', [{ a: 'A', b: 'B' }])],
  'a reserved word as name': [get('/rpc/true', true)],
}

const json = { json: { 'some key': 'some value' }, jsonb: { 'another key': [1, 2, '3'] } }
const none = { json: {}, jsonb: {} }

const given: Family['examples'] = {
  'arguments of many types': [
    post('/rpc/varied', { ...values, date: '20190101', money: 0, ...json }, { ...values, ...json }),
  ],
  'arguments of many types in the query': [get(`/rpc/varied?${inQuery}`, { ...values, ...none })],
  'arguments of many types in a form': [
    post('/rpc/varied', inQuery, { ...values, ...none }, { headers: form }),
  ],
  'JSON as argument': [post('/rpc/kind_of_json', { arg: { key: 3 } }, '"object"')],
  'JSON in a text as argument': [post('/rpc/kind_of_json', { arg: '{ "key": 3 }' }, '"string"')],
  'a format that there is not': [
    refused(
      'POST',
      '/rpc/greet',
      406,
      { code: 'PGRST107' },
      { body: { name: 'world' }, headers: accept('audio/mpeg3') },
    ),
    refused('GET', '/rpc/greet?name=world', 406, { code: 'PGRST107' }, { headers: accept('audio/mpeg3') }),
  ],
  'malformed JSON': [
    refused('POST', '/rpc/greet', 400, { code: 'PGRST102', hint: null }, { body: 'sdfsdf' }),
  ],
  'an exception': [
    refused('POST', '/rpc/problem', 400, { code: 'P0001', message: 'bad thing' }, { body: '{}' }),
  ],
  'a failed assertion': [refused('POST', '/rpc/assert', 500, { code: 'P0004' }, { body: '{}' })],
  DELETE: [
    refused('DELETE', '/rpc/greet', 405, {
      code: 'PGRST101',
      message: 'Cannot use the DELETE method on RPC',
    }),
  ],
  PATCH: [refused('PATCH', '/rpc/greet', 405, { code: 'PGRST101' }, { body: '' })],
  'it runs once': [
    post('/rpc/reset_calls', {}, '', { status: 204 }),
    post('/rpc/count_call', {}, 1),
    post('/rpc/count_call', {}, 2),
  ],
  'no body where none is needed': [post('/rpc/no_arguments', '', '"nothing asked"')],
  'no query where none is needed': [get('/rpc/no_arguments', '"nothing asked"')],
  'a list of arguments': [post('/rpc/list_of', { v: ['hi', 'there'] }, ['hi', 'there'])],
  'a list of none in the query': [get('/rpc/list_of', [])],
  'a list of one in the query': [get('/rpc/list_of?v=hi', ['hi'])],
  'a list of two in the query': [get('/rpc/list_of?v=hi&v=there', ['hi', 'there'])],
  'a list of none in a form': [post('/rpc/list_of', '', [], { headers: form })],
  'a list of one in a form': [post('/rpc/list_of', 'v=hi', ['hi'], { headers: form })],
  'a list of two in a form': [post('/rpc/list_of', 'v=hi&v=there', ['hi', 'there'], { headers: form })],
  'the last of two': [get('/rpc/greet?name=ignored&name=world', '"Hello, world"')],
  'the last of two beside a list': [get('/rpc/greet_all?name=ignored&name=world&v=unused', '"Hello, world"')],
  'arguments left out': [
    get('/rpc/many_in_and_out?num=1&str=two', { num: 1, str: 'two', b: true }),
    get('/rpc/three_defaults?b=4', 8),
  ],
  'one of several: without arguments': [get('/rpc/choice', [1, 2, 3])],
  'one of several: with two': [get('/rpc/choice?a=1&b=2', 3)],
  'one of several: with three': [get('/rpc/choice?a=1&b=2&c=3', '"123"')],
  'one of several in a form: without arguments': [post('/rpc/choice', '', [1, 2, 3], { headers: form })],
  'one of several in a form: with two': [post('/rpc/choice', 'a=1&b=2', 3, { headers: form })],
  'one of several in a form: with three': [post('/rpc/choice', 'a=1&b=2&c=3', '"123"', { headers: form })],
  'one of several: all by default': [
    post('/rpc/by_default?select=id,name,hands(name)', {}, [
      { id: 2, name: 'Cut the lid', hands: [{ name: 'Ada' }] },
    ]),
  ],
  'one of several: the one that must be given': [post('/rpc/by_default', { must: 1 }, { val: 1 })],
  'one of several: one given, one by default': [
    post('/rpc/by_default?select=id,name,hands(name)', { a: 4 }, [
      { id: 6, name: 'Plane the top', hands: [{ name: 'Bo' }] },
    ]),
  ],
  'one of several: both given': [post('/rpc/by_default', { a: 2, must: 4 }, { a: 2, val: 4 })],
  'arguments in the query of POST': [
    refused('POST', '/rpc/greet?name=John', 400, { code: 'PGRST100' }, { body: { name: 'John' } }),
  ],
  'arguments outside columns': [
    post('/rpc/greet?columns=name', { name: 'John', smth: 'here', fake_id: 13 }, '"Hello, John"'),
  ],
  'the first of a list of objects': [
    post(
      '/rpc/plus',
      [
        { a: 1, b: 2 },
        { a: 4, b: 6 },
      ],
      3,
    ),
  ],
  'lines of CSV': [
    post('/rpc/plus', 'a,b\n1,2', 3, { headers: contentType('text/csv') }),
    post('/rpc/plus', 'a,b\n1,2\n4,6\n100,200', 3, { headers: contentType('text/csv') }),
  ],
  'changes by GET': [
    refused('GET', '/rpc/count_call', 405, { code: '25006' }),
    refused('GET', '/rpc/rename_pieces?id_l=1&id_h=5&name=Box', 405, { code: '25006' }),
  ],
  'an argument with the name of a column': [get('/rpc/pieces_below?id=5&id=gt.2&select=id', part(3, 4))],
  'a negated filter beside it': [
    get('/rpc/pieces_below?id=5&id=not.gt.2&select=id', part(1, 2)),
    get('/rpc/pieces_below?id=5&id=not.in.(1,3)&select=id', part(2, 4)),
  ],
  'searches of its rows': [
    get('/rpc/some_words?list=fts(english).impossible', [{ list: "'fun':5 'imposs':9 'kind':3" }]),
    get('/rpc/some_words?list=plfts.impossible', [{ list: "'fun':5 'imposs':9 'kind':3" }]),
    get('/rpc/some_words?list=wfts.impossible', [{ list: "'fun':5 'imposs':9 'kind':3" }]),
  ],
  'searches of texts in its rows': [
    get('/rpc/some_texts?select=body&body=plfts.impossible', [
      { body: "It's kind of fun to do the impossible" },
      { body: "C'est un peu amusant de faire l'impossible" },
    ]),
  ],
  'searches of a domain in its rows': [
    get('/rpc/some_texts?select=body&list=fts(simple).rats', [{ body: 'Fat cats ate rats' }]),
  ],
  'searches of a domain over a domain in its rows': [
    get('/rpc/some_texts?select=body&short_list=fts(simple).rats', [{ body: 'Fat cats ate rats' }]),
  ],
  'searches for a phrase in its rows': [
    get('/rpc/some_words?list=phfts(english).impossible', [{ list: "'fun':5 'imposs':9 'kind':3" }]),
  ],
  'an argument of a type of another schema': [get('/rpc/of_outside_type?my_arg=something', '"foobar"')],
  'characters are not cut': [
    get('/rpc/with_chars?char=abcdefg&chars={abc,abcdefg}', {
      given: 'abcdefg',
      several: ['abc', 'abcdefg'],
    }),
    refused(
      'POST',
      '/rpc/keep_chars',
      400,
      { code: '22001', message: 'value too long for type character(5)' },
      {
        body: { char: 'abcdefg' },
      },
    ),
  ],
  'bits are not cut': [
    get('/rpc/with_bits?b=101010&bits={101,101010}', { given: '101010', several: ['101', '101010'] }),
    refused(
      'POST',
      '/rpc/keep_bits',
      400,
      {
        code: '22026',
        message: 'bit string length 6 does not match type bit(5)',
      },
      { body: { b: '101010' } },
    ),
  ],
  'a filter on a column that is not shown': [
    get('/rpc/all_pieces?select=id,maker_id&name=like.Desk', [{ id: 4, maker_id: 2 }]),
  ],
  'a filter on an embed that leaves it null': [
    get('/rpc/all_pieces?select=id,makers(id)&makers.name=not.is.null&id=gt.3', [
      { id: 4, makers: { id: 2 } },
      { id: 5, makers: null },
    ]),
  ],
  'logic on columns that are not shown': [
    get('/rpc/all_pieces?select=id&or=(name.like.Desk,name.like.Table)', part(3, 4)),
  ],
}

const said: Family['examples'] = {
  'a status by exception': [
    refused('GET', '/rpc/raise_pt402', 402, {
      code: 'PT402',
      message: 'Payment Required',
      details: 'Quota exceeded',
      hint: 'Upgrade your plan',
    }),
  ],
  'no number as status': [refused('GET', '/rpc/raise_bad_pt', 500, { code: 'PT40A', message: 'Wrong' })],
  'a header of the request': [
    setting('request.headers', 'custom-header', '"test"', { 'Custom-Header': 'test' }),
  ],
  'a standard header of the request': [
    setting('request.headers', 'referer', '"http://example.test"', { Referer: 'http://example.test' }),
  ],
  'the role of the request': [setting('request.jwt.claims', 'role', '"workshop_anon"')],
  'a cookie of the request': [setting('request.cookies', 'one', '"value"', { Cookie: 'one=value' })],
  'a second cookie of the request': [
    setting('request.cookies', 'two', '"other"', { Cookie: 'one=value;two=other' }),
  ],
  'the token of the request': [
    post('/rpc/setting', { prefix: 'request.headers', name: 'authorization' }, /^"Bearer ey/, {
      claims: { role: 'workshop_smith' },
    }),
  ],
  'the method of the request': [setting(undefined, 'request.method', '"POST"')],
  'the path of the request': [setting(undefined, 'request.path', '"/rpc/setting"')],
  'headers of the answer': [
    get('/rpc/pieces_and_headers?id=eq.2&select=id', part(2), { gives: headersSaid }),
    get('/rpc/number_and_headers?num=1', 1, { gives: headersSaid }),
    post('/rpc/number_and_headers', { num: 1 }, 1, { gives: headersSaid }),
  ],
  'malformed headers of the answer': [
    ...['{"X-Test": 1}', '[{"X": "a", "Y": "b"}]', '{"X-Test": "a"}', '[{"X-Test": 3}]'].map((headers) =>
      refused('GET', `/rpc/says_headers?headers=${encodeURIComponent(headers)}`, 500, badHeaders),
    ),
    refused('POST', '/rpc/says_headers', 500, badHeaders, { body: { headers: '{"a": 1}' } }),
  ],
  'one header of the answer twice': [
    get(
      `/rpc/says_headers?headers=${encodeURIComponent('[{"Set-Cookie": "session=38; HttpOnly"}, {"Set-Cookie": "id=a3; Secure"}]')}`,
      '',
      { status: 204, gives: { 'set-cookie': 'session=38; HttpOnly, id=a3; Secure', 'content-type': null } },
    ),
  ],
  'a location by a trigger': [
    post('/stuff', [{ id: 2, name: 'stuff 2' }], '', {
      status: 201,
      gives: { location: '/stuff?id=eq.2&mine=true', 'content-type': null },
    }),
  ],
  'a status of the answer': [get('/rpc/says_status?status=403', { message: 'said' }, { status: 403 })],
  'a status by a trigger': [
    ask('PATCH', '/stuff?id=eq.1', undefined, { status: 205, body: [{ name: 'said' }] }),
  ],
  'a malformed status of the answer': [
    refused('GET', '/rpc/says_status?status=not_a_status', 500, {
      code: 'PGRST112',
      message: 'response.status guc must be a valid status code',
    }),
  ],
  'an answer by exception': [
    refused(
      'GET',
      raised(
        { code: '123', message: 'ABC', details: 'DEF', hint: 'XYZ' },
        { status: 332, headers: { 'X-Header': 'str' } },
      ),
      332,
      { code: '123', message: 'ABC', details: 'DEF', hint: 'XYZ' },
      { gives: { 'x-header': 'str' } },
    ),
    refused(
      'GET',
      raised({ code: '123', message: 'ABC' }, { status: 332, headers: { 'X-Header': 'str' } }),
      332,
      { code: '123', message: 'ABC', details: null, hint: null },
      { gives: { 'x-header': 'str' } },
    ),
  ],
  'a known status by exception': [
    refused(
      'GET',
      raised({ code: '123', message: 'ABC' }, { status: 404, headers: { 'X-Header': 'str' } }),
      404,
      { code: '123', message: 'ABC' },
      { gives: { 'x-header': 'str' } },
    ),
  ],
  'a malformed message by exception': [
    refused('GET', raised('INVALID', { status: 332, headers: {} }), 500, {
      ...unparsed,
      details: "Invalid JSON value for MESSAGE: 'INVALID'",
      hint: "MESSAGE must be a JSON object with obligatory keys: 'code', 'message' and optional keys: 'details', 'hint'.",
    }),
  ],
  'a malformed detail by exception': [
    refused('GET', raised({ code: '123', message: 'ABC' }, 'INVALID'), 500, {
      ...unparsed,
      details: "Invalid JSON value for DETAIL: 'INVALID'",
      hint: detailHint,
    }),
  ],
  'no detail by exception': [
    refused('GET', raised({ code: '123', message: 'ABC' }), 500, {
      ...unparsed,
      details: 'DETAIL is missing in the RAISE statement',
      hint: detailHint,
    }),
  ],
}

const text = contentType('text/plain')
const bytes = contentType('application/octet-stream')
const image = new Uint8Array([1, 2, 0, 255])
const noUnnamed = (type: string) =>
  unknown('unnamed_int', '', `with a single unnamed ${type} parameter`, null)
const abc = { A: 1, B: 2, C: 3 }

const unnamed: Family['examples'] = {
  'a body of JSON': [post('/rpc/unnamed_json', abc, abc)],
  'a body of JSON for an argument with a name': [
    refused(
      'POST',
      '/rpc/named_json',
      404,
      unknown(
        'named_json',
        '(A, B, C)',
        'with parameters A, B, C or with a single unnamed json/jsonb parameter',
        null,
      ),
      { body: abc },
    ),
  ],
  'a body of text': [post('/rpc/unnamed_text', 'a text', '"a text"', { headers: text })],
  'a body of bytes': [post('/rpc/unnamed_bytea', image, 4, { headers: bytes })],
  'a body of JSON without a function for it': [
    refused(
      'POST',
      '/rpc/unnamed_int',
      404,
      {
        code: 'PGRST202',
        message: 'Could not find the function workshop.unnamed_int(x, y) in the schema cache',
        details:
          'Searched for the function workshop.unnamed_int with parameters x, y or with a single unnamed json/jsonb parameter, but no matches were found in the schema cache.',
      },
      { body: { x: 1, y: 2 } },
    ),
  ],
  'a body of text without a function for it': [
    refused('POST', '/rpc/unnamed_int', 404, noUnnamed('text'), { body: 'a text', headers: text }),
  ],
  'a body of XML without a function for it': [
    refused('POST', '/rpc/unnamed_int', 404, noUnnamed('xml'), {
      body: 'a text',
      headers: contentType('text/xml'),
    }),
  ],
  'a body of bytes without a function for it': [
    refused('POST', '/rpc/unnamed_int', 404, noUnnamed('bytea'), { body: image, headers: bytes }),
  ],
  'named arguments before a body': [
    post('/rpc/unnamed_choice', {}, 1),
    post('/rpc/unnamed_choice', { x: 1, y: 2 }, 3),
  ],
  'a body where named arguments do not fit': [
    post('/rpc/unnamed_choice', abc, abc),
    post('/rpc/unnamed_choice', 'a text', '"a text"', { headers: text }),
    post('/rpc/unnamed_choice', image, 4, { headers: bytes }),
  ],
  'the Content-Type of GET': [
    get('/rpc/unnamed_choice', 1, { headers: text }),
    get('/rpc/unnamed_choice', 1, { headers: bytes }),
  ],
  'CSV where named arguments do not fit': [
    refused(
      'POST',
      '/rpc/unnamed_choice',
      404,
      unknown('unnamed_choice', '(a, b)', 'with parameters a, b', 'unnamed_choice(x, y)'),
      { body: 'a,b\n1,2\n4,6', headers: contentType('text/csv') },
    ),
  ],
  'a body that fits json and jsonb': [
    refused(
      'POST',
      '/rpc/json_or_jsonb',
      300,
      {
        code: 'PGRST203',
        message:
          'Could not choose the best candidate function between: workshop.json_or_jsonb( => json), workshop.json_or_jsonb( => jsonb)',
      },
      { body: abc },
    ),
  ],
}

export const functions: Family = {
  name: 'functions',
  follows: { spec: 'RpcSpec', inScope: 146 },
  examples: { ...ranges, ...found, ...returned, ...given, ...said, ...unnamed },
}

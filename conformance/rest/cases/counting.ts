import { ask, type Family, get, prefer, refused } from '../case.ts'

/** Ranges, limits and counts (docs/contracts/data-api.md 2). */

const between = '/rpc/parts_between'
const counted = prefer('count=exact')
const planned = prefer('count=planned')
const range = (value: string) => ({ 'content-range': value })
const asked = (value: string, headers = {}) => ({ Range: value, 'Range-Unit': 'items', ...headers })
const all = Array.from({ length: 15 }, (_, index) => ({ id: index + 1 }))
const parts = (...ids: number[]) => ids.map((id) => ({ id }))
const unsatisfiable = (details: string) => ({
  code: 'PGRST103',
  message: 'Requested range not satisfiable',
  details,
  hint: null,
})
const beyond = (offset: number, rows: number) =>
  unsatisfiable(`An offset of ${offset} was requested, but there are only ${rows} rows.`)
const upsideDown = unsatisfiable(
  'The lower boundary must be lower than or equal to the upper boundary in the Range header.',
)
const head = (path: string, gives: string, status: number, headers = planned) =>
  ask('HEAD', path, '', { status, headers, gives: range(gives) })

function ofBoth(rows: string, none: string, noun: string): Family['examples'] {
  const and = rows.includes('?') ? '&' : '?'
  const andNone = none.includes('?') ? '&' : '?'
  return {
    [`${noun}: all of them`]: [get(rows)],
    [`${noun}: a range of none`]: [get(none, [], { headers: prefer('count=none'), gives: range('*/*') })],
    [`${noun}: a range of all`]: [get(`${rows}${and}order=id`, all, { gives: range('0-14/*') })],
    [`${noun}: an offset into none`]: [
      refused('GET', `${none}${andNone}offset=1`, 416, beyond(1, 0), {
        headers: counted,
        gives: range('*/0'),
      }),
    ],
    [`${noun}: an offset past the last`]: [
      refused('GET', `${rows}${and}offset=100`, 416, beyond(100, 15), {
        headers: counted,
        gives: range('*/15'),
      }),
    ],
    [`${noun}: a part by Range`]: [get(rows, parts(1, 2), { headers: asked('0-1'), gives: range('0-1/*') })],
    [`${noun}: an open Range`]: [get(rows, all, { headers: asked('0-') })],
    [`${noun}: a Range of none`]: [get(none, [], { headers: asked('0-1'), gives: range('*/*') })],
    [`${noun}: a Range of one`]: [get(rows, parts(1), { headers: asked('0-0'), gives: range('0-0/*') })],
    [`${noun}: a Range past the last`]: [
      get(rows, all.slice(10), { headers: asked('10-100'), gives: range('10-14/*') }),
    ],
    [`${noun}: a Range upside down`]: [refused('GET', rows, 416, upsideDown, { headers: asked('1-0') })],
    [`${noun}: a Range into none`]: [
      refused('GET', none, 416, beyond(1, 0), { headers: asked('1-2', counted), gives: range('*/0') }),
    ],
    [`${noun}: a Range that begins past the last`]: [
      refused('GET', rows, 416, beyond(100, 15), {
        headers: asked('100-199', counted),
        gives: range('*/15'),
      }),
    ],
  }
}

export const counting: Family = {
  name: 'counting',
  follows: { spec: 'RangeSpec, QueryLimitedSpec, LimitOffsetSpec', inScope: 49 },
  examples: {
    ...ofBoth(`${between}?min=0&max=15`, `${between}?min=2&max=2`, 'rows of a function'),
    ...ofBoth('/parts', '/mixed', 'rows of a table'),
    'the count of none': [get('/parts?id=eq.0', [], { headers: counted, gives: range('*/0') })],
    'a range with a filter': [
      get('/parts?id=eq.1&order=id', parts(1), { headers: prefer('count=none'), gives: range('0-0/*') }),
    ],
    'a limit': [get('/parts?select=id&order=id.asc&limit=3', parts(1, 2, 3), { gives: range('0-2/*') })],
    'Range before limit': [
      get('/parts?select=id&order=id.asc&limit=3', parts(1, 2), {
        headers: asked('0-1'),
        gives: range('0-1/*'),
      }),
    ],
    'limits on all levels': [
      get(
        '/makers?select=id,pieces(id,steps(id))&order=id.asc&limit=1&pieces.order=id.asc&pieces.limit=2&pieces.steps.order=id.asc&pieces.steps.limit=1',
        [
          {
            id: 1,
            pieces: [
              { id: 1, steps: parts(1) },
              { id: 2, steps: parts(3) },
            ],
          },
        ],
        { gives: range('0-0/*') },
      ),
    ],
    'limit and offset': [
      get('/parts?select=id&order=id.asc&limit=3&offset=2', parts(3, 4, 5), { gives: range('2-4/*') }),
      head('/parts?select=id&order=id.asc&limit=3&offset=2', '2-4/*', 200, {} as typeof planned),
    ],
    'limits beside the order of nulls': [
      get(
        '/makers?select=id,pieces(id)&order=id.asc.nullslast&limit=1&pieces.order=id.asc.nullsfirst&pieces.limit=2',
        [{ id: 1, pieces: parts(1, 2) }],
        { gives: range('0-0/*') },
      ),
    ],
    'an offset of 0 into none': [
      get('/parts?offset=0&id=eq.0', [], { gives: range('*/*') }),
      get('/parts?offset=0&id=eq.0', [], { headers: counted, gives: range('*/0') }),
    ],
    'an offset of 0': [get('/parts?select=id&offset=0&order=id', all, { gives: range('0-14/*') })],
    'a negative offset is none': [
      get('/parts?select=id&offset=-4&order=id', all, { gives: range('0-14/*') }),
    ],
    'a limit of 0': [get('/parts?select=id&limit=0', [], { gives: range('*/*') })],
    'a negative limit': [
      refused(
        'GET',
        '/parts?select=id&limit=-1',
        416,
        unsatisfiable('Limit should be greater than or equal to zero.'),
      ),
    ],
    'the planned count of filtered rows': [
      get('/parts?select=id&id=gt.8', all.slice(8), { status: 206, headers: planned, gives: range('0-6/8') }),
    ],
    'the planned count of all rows': [
      head('/parts', '0-14/15', 200),
      head('/child_things', '0-5/6', 200),
      head('/many_rows_view', '0-4/2019', 206),
    ],
    'the planned count beside a limit': [
      head('/parts?limit=2&offset=3', '3-4/15', 206),
      head('/child_things?limit=2', '0-1/6', 206),
      head('/many_rows_view?limit=2', '0-1/2019', 206),
    ],
    'the planned count beside an embed': [head('/child_things?select=*,things(*)', '0-5/6', 200)],
    'a limit for all: rows': {
      settings: { maxRows: 2 },
      exchanges: [get('/parts', undefined, { gives: range('0-1/*') })],
    },
    'a limit for all: a smaller one': {
      settings: { maxRows: 2 },
      exchanges: [get('/parts?limit=1', parts(1), { gives: range('0-0/*') })],
    },
    'a limit for all: a larger one': {
      settings: { maxRows: 2 },
      exchanges: [get('/parts?limit=10', parts(1, 2), { gives: range('0-1/*') })],
    },
    'a limit for all: embeds': {
      settings: { maxRows: 2 },
      exchanges: [
        get('/hands?select=id,steps(id)&order=id.asc&steps.order=id.asc', [
          { id: 1, steps: parts(1, 2) },
          { id: 2, steps: parts(5, 6) },
        ]),
      ],
    },
    'a limit for all: parents are whole': {
      settings: { maxRows: 2 },
      exchanges: [
        get('/steps?select=id,pieces(id)&id=gt.6', [
          { id: 7, pieces: { id: 4 } },
          { id: 8, pieces: { id: 4 } },
        ]),
      ],
    },
    'an estimated count below the limit for all is exact': {
      settings: { maxRows: 2 },
      exchanges: [
        head('/child_things?id=lt.3', '0-1/2', 200, prefer('count=estimated')),
        head('/makers', '0-1/2', 200, prefer('count=estimated')),
      ],
    },
    'an estimated count above it is the planned one': {
      settings: { maxRows: 2 },
      exchanges: [
        head('/child_things', '0-1/6', 206, prefer('count=estimated')),
        head('/many_rows_view', '0-1/2019', 206, prefer('count=estimated')),
      ],
    },
    'an estimated count is never below what was counted': {
      settings: { maxRows: 2 },
      exchanges: [head('/few_rows_view', '0-1/3', 206, prefer('count=estimated'))],
    },
  },
}

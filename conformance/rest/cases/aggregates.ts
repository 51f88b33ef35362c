import { type Family, get, refused } from '../case.ts'

/** Aggregates, and spreads of related rows (docs/contracts/data-api.md 2). */

const off = {
  code: 'PGRST123',
  message: 'Use of aggregate functions is not allowed',
  details: null,
  hint: null,
}
const withoutAggregates = (...paths: string[]) => ({
  settings: { aggregates: false },
  exchanges: paths.map((path) => refused('GET', path, 400, off)),
})
/** The same read with names of the columns, and with aliases. */
const named = <T>(build: (names: { [key: string]: string }) => T, ...names: { [key: string]: string }[]) =>
  names.map(build)

const billsOf = (key: string, ...values: (number | null)[]) =>
  ['Chest', 'Chair', 'Table', 'Desk', 'Orphan'].map((name, index) => ({
    name,
    bills: [{ [key]: values[index] }],
  }))
const perPiece = [
  { sum: 4100, max: 4000, min: 100, piece_id: 4 },
  { sum: 3200, max: 2000, min: 1200, piece_id: 3 },
  { sum: 1200, max: 700, min: 500, piece_id: 2 },
  { sum: 300, max: 200, min: 100, piece_id: 1 },
]
const byPiece = (label: string, total: (row: { sum: number }) => unknown) =>
  perPiece.map((row) => ({ [label]: total(row), piece_id: row.piece_id }))
const counts = (key: string, label: string, ...rows: [number | string, number][]) =>
  rows.map(([of, count]) => ({ [key]: of, [label]: count }))
const bosses: [string, { kind: string; sum: number; size: number }[]][] = [
  ['Mary', [{ kind: 'Batch', sum: 220, size: 520 }]],
  [
    'John',
    [
      { kind: 'Batch', sum: 70, size: 170 },
      { kind: 'Mass', sum: 200, size: 350 },
    ],
  ],
  [
    'Peter',
    [
      { kind: 'Batch', sum: 180, size: 170 },
      { kind: 'Mass', sum: 110, size: 480 },
    ],
  ],
  ['Sarah', [{ kind: 'Batch', sum: 180, size: 170 }]],
  ['Jane', []],
]

export const aggregates: Family = {
  name: 'aggregates',
  follows: { spec: 'AggregateFunctionsSpec', inScope: 40 },
  examples: {
    'count()': [get('/entries?select=count()', [{ count: 4 }])],
    'count() with an alias': [get('/entries?select=cnt:count()', [{ cnt: 4 }])],
    'count() with a cast': [get('/entries?select=count()::text', [{ count: '4' }])],
    'count() beside a column': [
      get('/pieces?select=c:count(),maker_id&order=maker_id.desc', [
        { c: 1, maker_id: null },
        { c: 2, maker_id: 2 },
        { c: 2, maker_id: 1 },
      ]),
    ],
    'count without brackets': [get('/entries?select=count', [{ count: 4 }])],
    'count without brackets, in an embed': [
      get('/makers?select=name,pieces(count)&order=id', [
        { name: 'Oak & Sons', pieces: [{ count: 2 }] },
        { name: 'Pine Ltd', pieces: [{ count: 2 }] },
      ]),
    ],
    'sum()': [get('/bills?select=total.sum()', [{ sum: 8800 }])],
    'avg()': [get('/bills?select=total.avg()', [{ avg: 1100 }])],
    'min()': [get('/bills?select=total.min()', [{ min: 100 }])],
    'max()': [get('/bills?select=total.max()', [{ max: 4000 }])],
    'count() of a column': [get('/bills?select=total.count()', [{ count: 8 }])],
    'grouped by what has no aggregate': [
      get('/bills?select=total.sum(),total.max(),total.min(),piece_id&order=piece_id.desc', perPiece),
    ],
    'grouped by an alias': [
      get(
        '/bills?select=total.sum(),total.max(),total.min(),pid:piece_id&order=piece_id.desc',
        perPiece.map(({ piece_id, ...row }) => ({ ...row, pid: piece_id })),
      ),
    ],
    'an aggregate with an alias': [
      get(
        '/bills?select=charged:total.sum(),piece_id&order=piece_id.desc',
        byPiece('charged', ({ sum }) => sum),
      ),
    ],
    'an aggregate with a cast': [
      get(
        '/bills?select=charged:total.sum()::text,piece_id&order=piece_id.desc',
        byPiece('charged', ({ sum }) => String(sum)),
      ),
    ],
    'an aggregate of a cast': [get('/crate_notes?select=doc->>key::integer.sum()', [{ sum: 24 }])],
    'an alias, an aggregate of a cast, and a cast': [
      get('/crate_notes?select=s:doc->>key::integer.sum()::text', [{ s: '24' }]),
    ],
    'of the rows of a function': [get('/rpc/all_pieces?select=id.max()', [{ max: 5 }])],
    'grouped by an embed': [
      get('/bills?select=piece_id,total:total.sum(),pieces(name)&order=piece_id', [
        { piece_id: 1, total: 300, pieces: { name: 'Chest' } },
        { piece_id: 2, total: 1200, pieces: { name: 'Chair' } },
        { piece_id: 3, total: 3200, pieces: { name: 'Table' } },
        { piece_id: 4, total: 4100, pieces: { name: 'Desk' } },
      ]),
    ],
    'sum() in an embed': [
      get('/pieces?select=name,bills(total.sum())&order=id', billsOf('sum', 300, 1200, 3200, 4100, null)),
    ],
    'max() in an embed': [
      get('/pieces?select=name,bills(total.max())&order=id', billsOf('max', 200, 700, 2000, 4000, null)),
    ],
    'avg() in an embed': [
      get('/pieces?select=name,bills(total.avg())&order=id', billsOf('avg', 150, 600, 1600, 2050, null)),
    ],
    'min() in an embed': [
      get('/pieces?select=name,bills(total.min())&order=id', billsOf('min', 100, 500, 1200, 100, null)),
    ],
    'all of them in an embed': [
      get(
        '/pieces?select=name,bills(total.max(),total.min(),total.avg(),total.sum(),total.count())&order=id&id=in.(1,5)',
        [
          { name: 'Chest', bills: [{ max: 200, min: 100, avg: 150, sum: 300, count: 2 }] },
          { name: 'Orphan', bills: [{ max: null, min: null, avg: null, sum: null, count: 0 }] },
        ],
      ),
    ],
    'in a spread of a parent': [
      get('/expenses?select=spent:spent.sum(),...budgets(owner,budget:amount.sum())&order=budgets(owner)', [
        { spent: 600.52, owner: 'Brian', budget: 2000.42 },
        { spent: 100.22, owner: 'Jane', budget: 7000.41 },
        { spent: 900.27, owner: 'Sally', budget: 500.23 },
      ]),
    ],
    'alone in a spread of a parent': [
      get('/expenses?select=...budgets(budget:amount.sum())', [{ budget: 9501.06 }]),
    ],
    'in a spread, grouped by another': named(
      ({ sum, name }) =>
        get(
          `/jobs?select=...job_costs(${sum}cost.sum()),...job_kinds(${name}name)&order=job_kinds(${name?.replace(':', '') || 'name'})`,
          [
            { [sum?.replace(':', '') || 'sum']: 400, [name?.replace(':', '') || 'name']: 'Batch' },
            { [sum?.replace(':', '') || 'sum']: 350, [name?.replace(':', '') || 'name']: 'Mass' },
          ],
        ),
      { sum: '', name: '' },
      { sum: 'cost_sum:', name: 'kind:' },
    ),
    'in a spread in a spread': [
      get('/bosses_jobs?select=...jobs(plant_id,...job_costs(cost.sum()))&order=jobs(plant_id)', [
        { plant_id: 1, sum: 350 },
        { plant_id: 2, sum: 500 },
        { plant_id: 3, sum: 110 },
      ]),
      get('/bosses_jobs?select=...jobs(plant_id,...job_costs(cost_sum:cost.sum()))&order=jobs(plant_id)', [
        { plant_id: 1, cost_sum: 350 },
        { plant_id: 2, cost_sum: 500 },
        { plant_id: 3, cost_sum: 110 },
      ]),
    ],
    'in a spread in a spread, grouped by an embed': [
      get(
        '/bosses_jobs?select=...jobs(plant_id,plants(name),...job_costs(cost.sum()))&order=jobs(plant_id)',
        [
          { plant_id: 1, plants: { name: 'Plant A' }, sum: 350 },
          { plant_id: 2, plants: { name: 'Plant B' }, sum: 500 },
          { plant_id: 3, plants: { name: 'Plant C' }, sum: 110 },
        ],
      ),
      get(
        '/bosses_jobs?select=...jobs(id:plant_id,plant:plants(name),...job_costs(cost_sum:cost.sum()))&order=jobs(id)',
        [
          { id: 1, plant: { name: 'Plant A' }, cost_sum: 350 },
          { id: 2, plant: { name: 'Plant B' }, cost_sum: 500 },
          { id: 3, plant: { name: 'Plant C' }, cost_sum: 110 },
        ],
      ),
    ],
    'in a spread in a spread, grouped by another': [
      get(
        '/bosses_jobs?select=boss_id,...jobs(...job_costs(cost_sum:cost.sum()),...job_kinds(kind:name))&order=boss_id,jobs(kind)',
        bosses.flatMap(([, rows], index) =>
          rows.map(({ kind, sum }) => ({ boss_id: index + 1, cost_sum: sum, kind })),
        ),
      ),
    ],
    'in a spread in a spread, in an embed': [
      get(
        '/bosses?select=name,bosses_jobs(...jobs(...job_costs(cost_sum:cost.sum()),...job_kinds(kind:name)))&order=id&bosses_jobs.order=jobs(kind)',
        bosses.map(([name, rows]) => ({
          name,
          bosses_jobs: rows.map(({ kind, sum }) => ({ kind, cost_sum: sum })),
        })),
      ),
    ],
    'count() in a spread of a parent': [
      get(
        '/bosses_jobs?select=boss_id,...jobs(count())&order=boss_id',
        counts('boss_id', 'count', [1, 2], [2, 2], [3, 3], [4, 1]),
      ),
      get(
        '/bosses_jobs?select=boss_id,...jobs(job_count:count())&order=boss_id',
        counts('boss_id', 'job_count', [1, 2], [2, 2], [3, 3], [4, 1]),
      ),
    ],
    'count() beside a column in a spread of a parent': [
      get(
        '/bosses_jobs?select=...bosses(id,count())&order=bosses(id)',
        counts('id', 'count', [1, 2], [2, 2], [3, 3], [4, 1]),
      ),
      get(
        '/bosses_jobs?select=...bosses(boss:id,boss_count:count())&order=bosses(boss)',
        counts('boss', 'boss_count', [1, 2], [2, 2], [3, 3], [4, 1]),
      ),
    ],
    'count() in a spread in a spread': [
      get(
        '/bosses_jobs?select=boss_id,...jobs(...job_costs(count()))&order=boss_id',
        counts('boss_id', 'count', [1, 2], [2, 2], [3, 3], [4, 1]),
      ),
    ],
    'count() in a spread in a spread, grouped by the outer one': [
      get(
        '/bosses_jobs?select=...jobs(plant_id,...job_costs(count()))&order=jobs(plant_id)',
        counts('plant_id', 'count', [1, 2], [2, 4], [3, 2]),
      ),
      get(
        '/bosses_jobs?select=...jobs(plant:plant_id,...job_costs(cost_count:count()))&order=jobs(plant)',
        counts('plant', 'cost_count', [1, 2], [2, 4], [3, 2]),
      ),
    ],
    'count() on several levels': [
      get(
        '/bosses_jobs?select=...jobs(plant:plant_id,job_count:count(),...job_costs(cost_count:count()))&order=jobs(plant)',
        [
          { plant: 1, job_count: 2, cost_count: 2 },
          { plant: 2, job_count: 4, cost_count: 4 },
          { plant: 3, job_count: 2, cost_count: 2 },
        ],
      ),
    ],
    'in a spread of many rows': [
      refused('GET', '/budgets?select=owner,...expenses(spent:spent.sum())', 400, {
        code: 'PGRST127',
        message: 'Feature not implemented',
        details: 'Aggregates are not implemented for one-to-many or many-to-many spreads.',
      }),
    ],
    'off, on rows': withoutAggregates('/bills?select=total.sum()'),
    'off, in embeds': withoutAggregates('/pieces?select=name,bills(total.sum())'),
    'off, in spreads': withoutAggregates('/bills?select=...pieces(id.count())'),
  },
}

const jobsOf = (key: string, plantB: unknown[], plantA: unknown[], label = 'plant') => [
  { [label]: 'Plant A', [key]: plantA },
  { [label]: 'Plant B', [key]: plantB },
]
const merged = (...parts: object[][]) =>
  (parts[0] ?? []).map((_, index) => Object.assign({}, ...parts.map((part) => part[index])))
const jobsA = ['Job A1', 'Job A2']
const jobsB = ['Job B1', 'Job B2']
const plants = '/plants?select=plant:name,'
const firstTwo = '&id=lte.2&order=id&jobs.order=id'
const names = jobsOf('job', jobsB, jobsA)
const mates = '/mates?select=mate:name,'
const matesJobs = (key: string, anne: unknown[], louis: unknown[]) => [
  { mate: 'Anne', [key]: anne },
  { mate: 'Louis', [key]: louis },
]
const annes = ['Job A1', 'Job A2', 'Job B2']
const objects = (key: string, ...values: unknown[]) => values.map((value) => ({ [key]: value }))

export const spreads: Family = {
  name: 'spreads',
  follows: { spec: 'SpreadQueriesSpec', inScope: 35 },
  examples: {
    'of a parent': [
      get('/pieces?select=id,...makers(maker:name)&order=id', [
        { id: 1, maker: 'Oak & Sons' },
        { id: 2, maker: 'Oak & Sons' },
        { id: 3, maker: 'Pine Ltd' },
        { id: 4, maker: 'Pine Ltd' },
        { id: 5, maker: null },
      ]),
      get(
        '/grandchild_things?select=name,...child_things(parent:name,...things(grandparent:name))&limit=2&order=id',
        ['grandchild 1', 'grandchild 2'].map((name) => ({ name, parent: 'child 1', grandparent: 'thing 1' })),
      ),
      get('/toys?select=name,...their_inventor(inventor:name)&order=id&limit=1', [
        { name: 'Top', inventor: 'Ines' },
      ]),
    ],
    'in an embed': [
      get('/grandchild_things?select=name,child:child_things(name,...things(parent:name))&limit=1&order=id', [
        { name: 'grandchild 1', child: { name: 'child 1', parent: 'thing 1' } },
      ]),
    ],
    'of a one-to-one': [
      get('/benches?select=name,...vises(vise:name)&order=id', [
        { name: 'Long bench', vise: 'Big vise' },
        { name: 'Short bench', vise: 'Small vise' },
      ]),
    ],
    'of the far side of a junction, with the columns of the junction or without': [
      get(
        '/hands?select=*,steps:hands_steps(*,...steps(*))&limit=1&order=id&steps.order=step_id&steps.limit=1',
        [
          {
            id: 1,
            name: 'Ada',
            steps: [{ hand_id: 1, step_id: 1, id: 1, name: 'Draw the chest', piece_id: 1 }],
          },
        ],
      ),
      get(
        '/hands?select=*,steps:hands_steps(...steps(*))&limit=1&order=id&steps.order=step_id&steps.limit=1',
        [{ id: 1, name: 'Ada', steps: [{ id: 1, name: 'Draw the chest', piece_id: 1 }] }],
      ),
    ],
    'of children: one column': [
      get(`${plants}...jobs(name)${firstTwo}`, jobsOf('name', jobsB, jobsA)),
      get(`${plants}...jobs(jobs:name)${firstTwo}`, jobsOf('jobs', jobsB, jobsA)),
    ],
    'of children: several columns': [
      get(
        `${plants}...jobs(job:name,kinds:kind_id)${firstTwo}`,
        merged(names, jobsOf('kinds', [1, 1], [1, 2])),
      ),
    ],
    'of no children': [get(`${plants}...jobs(jobs:name)&jobs=is.null`, [{ plant: 'Plant D', jobs: [] }])],
    'of children: all columns': [
      get(
        `${plants}...jobs(*)${firstTwo}`,
        merged(
          jobsOf('id', [3, 4], [1, 2]),
          jobsOf('name', jobsB, jobsA),
          jobsOf('plant_id', [2, 2], [1, 1]),
          jobsOf('kind_id', [1, 1], [1, 2]),
        ),
      ),
    ],
    'of children, and a one-to-one of theirs': [
      get(
        `${plants}...jobs(job:name,...job_costs(costs:cost))${firstTwo}`,
        merged(names, jobsOf('costs', [180, 70], [150, 200])),
      ),
    ],
    'of children, and a parent of theirs': [
      get(
        `${plants}...jobs(job:name,...job_kinds(kinds:name))${firstTwo}`,
        merged(names, jobsOf('kinds', ['Batch', 'Batch'], ['Batch', 'Mass'])),
      ),
    ],
    'of children, and children of theirs': [
      get(
        `${plants}...jobs(job:name,...bosses_jobs(bosses:boss_id))${firstTwo}`,
        merged(
          names,
          jobsOf(
            'bosses',
            [
              [3, 4],
              [1, 2],
            ],
            [[1], [2]],
          ),
        ),
      ),
    ],
    'of children, and many to many of theirs': [
      get(
        `${plants}...jobs(job:name,...bosses(bosses:name))${firstTwo}`,
        merged(
          names,
          jobsOf(
            'bosses',
            [
              ['Peter', 'Sarah'],
              ['Mary', 'John'],
            ],
            [['Mary'], ['John']],
          ),
        ),
      ),
    ],
    'of children, with a one-to-one of theirs embedded': [
      get(
        `${plants}...jobs(job:name,job_costs(cost))${firstTwo}`,
        merged(names, jobsOf('job_costs', objects('cost', 180, 70), objects('cost', 150, 200))),
      ),
    ],
    'of children, with a parent of theirs embedded': [
      get(
        `${plants}...jobs(job:name,job_kinds(name))${firstTwo}`,
        merged(
          names,
          jobsOf('job_kinds', objects('name', 'Batch', 'Batch'), objects('name', 'Batch', 'Mass')),
        ),
      ),
    ],
    'of children, with children of theirs embedded': [
      get(
        `${plants}...jobs(job:name,bosses_jobs(boss_id))${firstTwo}`,
        merged(
          names,
          jobsOf(
            'bosses_jobs',
            [objects('boss_id', 3, 4), objects('boss_id', 1, 2)],
            [objects('boss_id', 1), objects('boss_id', 2)],
          ),
        ),
      ),
    ],
    'of children, with many to many of theirs embedded': [
      get(
        `${plants}...jobs(job:name,bosses(name))${firstTwo}`,
        merged(
          names,
          jobsOf(
            'bosses',
            [objects('name', 'Peter', 'Sarah'), objects('name', 'Mary', 'John')],
            [objects('name', 'Mary'), objects('name', 'John')],
          ),
        ),
      ),
    ],
    'of children: all columns, with all of a one-to-one of theirs': [
      get(
        `${plants}...jobs(*,...job_costs(*))${firstTwo}`,
        merged(
          jobsOf('id', [3, 4], [1, 2]),
          jobsOf('name', jobsB, jobsA),
          jobsOf('plant_id', [2, 2], [1, 1]),
          jobsOf('kind_id', [1, 1], [1, 2]),
          jobsOf('job_id', [3, 4], [1, 2]),
          jobsOf('cost', [180, 70], [150, 200]),
        ),
      ),
    ],
    'of children, beside all columns': [
      get(`/plants?select=*,...jobs(job_ids:id,job_names:name)${firstTwo}`, [
        { id: 1, name: 'Plant A', job_ids: [1, 2], job_names: jobsA },
        { id: 2, name: 'Plant B', job_ids: [3, 4], job_names: jobsB },
      ]),
    ],
    'of children, beside all columns of an embed': [
      get('/halls?select=code,plants(*,...jobs(job_ids:id,job_names:name))&plant_id=lte.2&order=code', [
        { code: 'A1', plants: { id: 1, name: 'Plant A', job_ids: [1, 2], job_names: jobsA } },
        { code: 'A2', plants: { id: 1, name: 'Plant A', job_ids: [1, 2], job_names: jobsA } },
        { code: 'B1', plants: { id: 2, name: 'Plant B', job_ids: [3, 4], job_names: jobsB } },
        { code: 'B2', plants: { id: 2, name: 'Plant B', job_ids: [3, 4], job_names: jobsB } },
      ]),
    ],
    'of many to many: one column': [
      get(`${mates}...jobs(name)${firstTwo}`, matesJobs('name', annes, jobsA)),
      get(`${mates}...jobs(jobs:name)${firstTwo}`, matesJobs('jobs', annes, jobsA)),
    ],
    'of many to many: several columns': [
      get(
        `${mates}...jobs(jobs:name,kinds:kind_id)${firstTwo}`,
        merged(matesJobs('jobs', annes, jobsA), matesJobs('kinds', [1, 2, 1], [1, 2])),
      ),
    ],
    'of no many to many': [get(`${mates}...jobs(jobs:name)&jobs=is.null`, [{ mate: 'Liz', jobs: [] }])],
    'of many to many: all columns': [
      get(
        `${mates}...jobs(*)${firstTwo}`,
        merged(
          matesJobs('id', [1, 2, 4], [1, 2]),
          matesJobs('name', annes, jobsA),
          matesJobs('plant_id', [1, 1, 2], [1, 1]),
          matesJobs('kind_id', [1, 2, 1], [1, 2]),
        ),
      ),
    ],
    'of many to many, and a one-to-one of theirs': [
      get(
        `${mates}...jobs(job:name,...job_costs(costs:cost))${firstTwo}`,
        merged(matesJobs('job', annes, jobsA), matesJobs('costs', [150, 200, 70], [150, 200])),
      ),
    ],
    'of many to many, and a parent of theirs': [
      get(
        `${mates}...jobs(job:name,...job_kinds(kinds:name))${firstTwo}`,
        merged(
          matesJobs('job', annes, jobsA),
          matesJobs('kinds', ['Batch', 'Mass', 'Batch'], ['Batch', 'Mass']),
        ),
      ),
    ],
    'of many to many, and children of theirs': [
      get(
        `${mates}...jobs(job:name,...bosses_jobs(bosses:boss_id))${firstTwo}`,
        merged(matesJobs('job', annes, jobsA), matesJobs('bosses', [[1], [2], [1, 2]], [[1], [2]])),
      ),
    ],
    'of many to many, and many to many of theirs': [
      get(
        `${mates}...jobs(job:name,...bosses(bosses:name))${firstTwo}`,
        merged(
          matesJobs('job', annes, jobsA),
          matesJobs('bosses', [['Mary'], ['John'], ['Mary', 'John']], [['Mary'], ['John']]),
        ),
      ),
    ],
    'of many to many, with a one-to-one of theirs embedded': [
      get(
        `${mates}...jobs(job:name,job_costs(cost))${firstTwo}`,
        merged(
          matesJobs('job', annes, jobsA),
          matesJobs('job_costs', objects('cost', 150, 200, 70), objects('cost', 150, 200)),
        ),
      ),
    ],
    'of many to many, with a parent of theirs embedded': [
      get(
        `${mates}...jobs(job:name,job_kinds(name))${firstTwo}`,
        merged(
          matesJobs('job', annes, jobsA),
          matesJobs('job_kinds', objects('name', 'Batch', 'Mass', 'Batch'), objects('name', 'Batch', 'Mass')),
        ),
      ),
    ],
    'of many to many, with children of theirs embedded': [
      get(
        `${mates}...jobs(job:name,bosses_jobs(boss_id))${firstTwo}`,
        merged(
          matesJobs('job', annes, jobsA),
          matesJobs(
            'bosses_jobs',
            [objects('boss_id', 1), objects('boss_id', 2), objects('boss_id', 1, 2)],
            [objects('boss_id', 1), objects('boss_id', 2)],
          ),
        ),
      ),
    ],
    'of many to many, with many to many of theirs embedded': [
      get(
        `${mates}...jobs(job:name,bosses(name))${firstTwo}`,
        merged(
          matesJobs('job', annes, jobsA),
          matesJobs(
            'bosses',
            [objects('name', 'Mary'), objects('name', 'John'), objects('name', 'Mary', 'John')],
            [objects('name', 'Mary'), objects('name', 'John')],
          ),
        ),
      ),
    ],
    'of a parent in an embed in a spread of children': [
      get('/bosses?select=name,...bosses_jobs(jobs(name,...job_costs(cost)))&id=lte.2&order=id', [
        {
          name: 'Mary',
          jobs: [
            { name: 'Job A1', cost: 150 },
            { name: 'Job B2', cost: 70 },
          ],
        },
        {
          name: 'John',
          jobs: [
            { name: 'Job A2', cost: 200 },
            { name: 'Job B2', cost: 70 },
          ],
        },
      ]),
    ],
    'of children in an embed in a spread of children': [
      get('/bosses?select=name,...bosses_jobs(jobs(name,...mates(mates:name)))&id=eq.1', [
        {
          name: 'Mary',
          jobs: [
            { name: 'Job A1', mates: ['Anne', 'Louis'] },
            { name: 'Job B2', mates: ['Anne', 'Jeff'] },
          ],
        },
      ]),
    ],
    'of many to many, beside all columns': [
      get('/jobs?select=*,...mates(mate_ids:id,mate_names:name)&id=lte.2&order=id', [
        { id: 1, name: 'Job A1', plant_id: 1, kind_id: 1, mate_ids: [1, 2], mate_names: ['Anne', 'Louis'] },
        {
          id: 2,
          name: 'Job A2',
          plant_id: 1,
          kind_id: 2,
          mate_ids: [1, 2, 3],
          mate_names: ['Anne', 'Louis', 'Jeff'],
        },
      ]),
    ],
    'of many to many, beside all columns of an embed': [
      get('/bosses?select=name,jobs(*,...mates(mate_ids:id))&id=eq.4', [
        { name: 'Sarah', jobs: [{ id: 3, name: 'Job B1', plant_id: 2, kind_id: 1, mate_ids: [3] }] },
      ]),
    ],
  },
}

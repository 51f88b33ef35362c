import { type Family, get, refused } from '../case.ts'

/** Ambiguous embeds (docs/contracts/data-api.md 2). */

const ids = (...values: (number | string)[]) => values.map((id) => ({ id }))

/** @param ways cardinality, relationship and hint of each relation */
const ambiguous = (from: string, to: string, ...ways: [string, string, string][]) =>
  refused('GET', `/${from}?select=*,${to}(*)`, 300, {
    code: 'PGRST201',
    message: `Could not embed because more than one relationship was found for '${from}' and '${to}'`,
    details: ways.map(([cardinality, relationship]) => ({
      cardinality,
      relationship,
      embedding: `${from} with ${to}`,
    })),
    hint: `Try changing '${to}' to one of the following: ${ways
      .map(([, , hint]) => `'${to}!${hint}'`)
      .join(', ')}. Find the desired relationship in the 'details' key.`,
  })

const unrelated = (from: string, to: string, hint?: string) => ({
  code: 'PGRST200',
  message: `Could not find a relationship between '${from}' and '${to}' in the schema cache`,
  details: `Searched for a foreign key relationship between '${from}' and '${to}'${hint ? ` using the hint '${hint}'` : ''} in the schema 'workshop', but no matches were found.`,
})

const oak = { id: 1, name: 'Oak & Sons' }
const pine = { id: 2, name: 'Pine Ltd' }
const letters = (...rest: object[]) => rest.map((row, index) => ({ id: index + 1, ...row }))
const [john, jane] = [{ name: 'John' }, { name: 'Jane' }]
const manager = (id: number) => ({ name: `Firm ${id}`, manager: { name: `Manager ${id}` } })

export const disambiguation: Family = {
  name: 'disambiguation',
  follows: { spec: 'EmbedDisambiguationSpec', inScope: 43 },
  examples: {
    'a parent, or many to many': [
      ambiguous(
        'yards',
        'plans',
        ['many-to-one', 'main_plan using yards(main_plan_id) and plans(plan_id)', 'main_plan'],
        [
          'many-to-many',
          'main_works using works_yard_id_fkey(yard_id) and works_plan_id_fkey(plan_id)',
          'main_works',
        ],
        ['many-to-many', 'works using works_yard_id_fkey(yard_id) and works_plan_id_fkey(plan_id)', 'works'],
      ),
    ],
    'tables that refer to each other': [
      ambiguous(
        'agents',
        'departments',
        [
          'one-to-many',
          'departments_head_id_fkey using agents(id) and departments(head_id)',
          'departments_head_id_fkey',
        ],
        [
          'many-to-one',
          'agents_department_id_fkey using agents(department_id) and departments(id)',
          'agents_department_id_fkey',
        ],
      ),
    ],
    'a junction with four foreign keys': [
      ambiguous(
        'one_ends',
        'other_ends',
        ...[1, 2].flatMap((one) =>
          [1, 2].map((other): [string, string, string] => [
            'many-to-many',
            `end_links using end_links_one_id_${one}_fkey(one_id_${one}) and end_links_other_id_${other}_fkey(other_id_${other})`,
            'end_links',
          ]),
        ),
      ),
      ...[1, 2].flatMap((one) =>
        [1, 2].map((other) =>
          get(`/one_ends?select=*,end_links!one_id_${one}(...other_ends!other_id_${other}(*))`, []),
        ),
      ),
    ],
    'many to many of a table to itself, by a spread': [
      get('/folk?select=*,followers:follows!followed(...folk!follower(*))&limit=1&order=id', [
        {
          id: 1,
          name: 'Mia',
          followers: [
            { id: 3, name: 'Bo' },
            { id: 4, name: 'Jo' },
          ],
        },
      ]),
      get('/folk?select=*,follows!follower(...folk!followed(*))&limit=1&order=id', [
        { id: 1, name: 'Mia', follows: [{ id: 2, name: 'Ed' }] },
      ]),
    ],
    'two one-to-ones': [
      ambiguous(
        'firsts',
        'seconds',
        ...[1, 2].map((way): [string, string, string] => [
          'one-to-one',
          `firsts_second_id_${way}_fkey using firsts(second_id_${way}) and seconds(id)`,
          `firsts_second_id_${way}_fkey`,
        ]),
      ),
    ],
    'a view that shows each column of a key twice': [
      ambiguous(
        'of_twos_view',
        'twos_view',
        ...['a1, b1', 'a1, b2', 'a2, b1', 'a2, b2'].map((columns): [string, string, string] => [
          'many-to-one',
          `of_twos_two_a_two_b_fkey using of_twos_view(${columns}) and twos_view(a, b)`,
          'of_twos_two_a_two_b_fkey',
        ]),
      ),
    ],
    'by the constraint': [
      get('/pieces?id=in.(1,3)&select=id,maker(id,name)&order=id', [
        { id: 1, maker: oak },
        { id: 3, maker: pine },
      ]),
    ],
    'by the constraint, beside its column': [
      get('/pieces?id=in.(1,3)&select=id,maker_id,maker(id,name)&order=id', [
        { id: 1, maker_id: 1, maker: oak },
        { id: 3, maker_id: 2, maker: pine },
      ]),
    ],
    'a view by the constraint, and its parent by another': [
      get('/steps?id=eq.1&select=id,pieces_view!piece(id,name,maker(id,name))', [
        { id: 1, pieces_view: { id: 1, name: 'Chest', maker: oak } },
      ]),
    ],
    'by a constraint of two columns': [
      get('/workdays?select=unit_id,day,early(tool,schedules(name)),late(tool,schedules(name))', [
        {
          unit_id: 1,
          day: '2019-12-02',
          early: { tool: 'saw', schedules: { name: 'morning' } },
          late: { tool: 'lathe', schedules: { name: 'night' } },
        },
      ]),
    ],
    'two parents in one table, by constraints': [
      get('/shipments?id=eq.1&select=id, name, billing(address), shipping(address)', [
        { id: 1, name: 'shipment 1', billing: { address: 'place 1' }, shipping: { address: 'place 2' } },
      ]),
    ],
    'by an unknown hint': [
      refused('GET', '/letters?select=id,sender:persons!space(name)&id=lt.4', 400, {
        ...unrelated('letters', 'persons', 'space'),
        hint: null,
      }),
    ],
    'a parent by a constraint': [
      get('/remarks?select=content,author(name)', [
        { content: 'Needs to be smooth', author: { name: 'Ada' } },
      ]),
    ],
    'parents of a view': [
      get('/articleStars?select=createdAt,article:articles(id),hands(name)&limit=1&order=createdAt', [
        { createdAt: '2015-12-08T04:22:57.472738', article: { id: 1 }, hands: { name: 'Ada' } },
      ]),
    ],
    'a view twice by constraints': [
      get(
        '/letters?select=id,body,sender:persons_counted!letters_sender_fkey(name,sent),recipient:persons_counted!letters_recipient_fkey(name,received)&id=lt.4&order=id',
        letters(
          { body: 'Hello', sender: { ...john, sent: 2 }, recipient: { ...jane, received: 2 } },
          { body: 'Hi', sender: { ...jane, sent: 1 }, recipient: { ...john, received: 1 } },
          { body: 'How are you?', sender: { ...john, sent: 2 }, recipient: { ...jane, received: 2 } },
        ),
      ),
    ],
    'children by a constraint, with their children': [
      get('/makers?id=eq.1&select=id,works:pieces!maker(id,steps(id))', [
        {
          id: 1,
          works: [
            { id: 1, steps: ids(1, 2) },
            { id: 2, steps: ids(3, 4) },
          ],
        },
      ]),
    ],
    'a parent rather than many to many, by the constraint': [
      get('/yards?select=name,main_plan(name)&yard_id=eq.1', [
        { name: 'yard 1', main_plan: { name: 'plan 1' } },
      ]),
    ],
    'by the column': [
      get('/pieces?id=in.(1,3)&select=id,maker_id(id,name)&order=id', [
        { id: 1, maker_id: oak },
        { id: 3, maker_id: pine },
      ]),
    ],
    'by the column, beside it': [
      get('/pieces?id=in.(1,3)&select=id,maker_id,maker:maker_id(id,name)&order=id', [
        { id: 1, maker_id: 1, maker: oak },
        { id: 3, maker_id: 2, maker: pine },
      ]),
    ],
    'a view by the column, and its parent by another': [
      get('/steps?id=eq.1&select=id,piece:pieces_view!piece_id(id,name,maker:maker_id(id,name))', [
        { id: 1, piece: { id: 1, name: 'Chest', maker: oak } },
      ]),
    ],
    'a table twice by columns': [
      get(
        '/letters?select=id,body,sender:persons!sender(name),recipient:persons!recipient(name)&id=lt.4&order=id',
        letters(
          { body: 'Hello', sender: john, recipient: jane },
          { body: 'Hi', sender: jane, recipient: john },
          { body: 'How are you?', sender: john, recipient: jane },
        ),
      ),
    ],
    'by a column with capitals': [
      get(
        '/ghostParts?select=escapeId(*)&order=escapeId',
        [1, 3, 5].map((id) => ({ escapeId: { so6meId: id } })),
      ),
    ],
    'two parents in one table, by columns': [
      get('/shipments?id=eq.1&select=id, name, billing_place_id(id), shipping_place_id(id)', [
        { id: 1, name: 'shipment 1', billing_place_id: { id: 1 }, shipping_place_id: { id: 2 } },
      ]),
    ],
    'a parent rather than many to many, by the column': [
      get('/yards?select=name,main_plan_id(name)&yard_id=eq.1', [
        { name: 'yard 1', main_plan_id: { name: 'plan 1' } },
      ]),
    ],
    'by each name that a view gives the column': [
      ...[1, 2].map((way) => get(`/ones_view?select=*,of_ones_view!one_id${way}(*)`, [])),
      ...[1, 2].map((way) => get(`/of_ones_view?select=*,ones_view!one_id${way}(*)`, [])),
    ],
    'by the junction': [
      get('/yards?select=*,plans!works(name)&yard_id=in.(1,2)&order=yard_id&plans.order=plan_id', [
        { yard_id: 1, name: 'yard 1', main_plan_id: 1, plans: [{ name: 'plan 1' }] },
        {
          yard_id: 2,
          name: 'yard 2',
          main_plan_id: null,
          plans: [{ name: 'plan 1' }, { name: 'plan 2' }],
        },
      ]),
      get('/yards?select=*,plans!main_works(name)&yard_id=in.(1,2)&order=yard_id', [
        { yard_id: 1, name: 'yard 1', main_plan_id: 1, plans: [{ name: 'plan 1' }] },
        { yard_id: 2, name: 'yard 2', main_plan_id: null, plans: [] },
      ]),
    ],
    'two parents in one table, by a column and a constraint': [
      get('/shipments?id=eq.1&select=id, name, billing_place_id(id), shipping(id)', [
        { id: 1, name: 'shipment 1', billing_place_id: { id: 1 }, shipping: { id: 2 } },
      ]),
    ],
    'parents of parents in one table': [
      get('/kin?id=in.(3,4)&select=id,parent(id,name,parent(*))&order=id', [
        { id: '3', parent: { id: '1', name: 'Root', parent: null } },
        { id: '4', parent: { id: '2', name: 'Kid 1', parent: { id: '1', name: 'Root', parent: null } } },
      ]),
    ],
    'children of children in one table': [
      get('/kin?id=eq.1&select=id,children:kin!parent(id,children:kin!parent(id,name))', [
        {
          id: '1',
          children: [
            { id: '2', children: [{ id: '4', name: 'Grandkid 1' }] },
            { id: '3', children: [{ id: '5', name: 'Grandkid 2' }] },
          ],
        },
      ]),
    ],
    'children of a parent in one table': [
      get('/kin?id=eq.2&select=id,parent(id,children:kin!parent(id,name))', [
        {
          id: '2',
          parent: {
            id: '1',
            children: [
              { id: '2', name: 'Kid 1' },
              { id: '3', name: 'Kid 2' },
            ],
          },
        },
      ]),
    ],
    'parent and children in one view': [
      get('/duties?select=id,parent_id(*),children:duties!parent_id(id,parent_id)&order=id', [
        { id: 1, parent_id: null, children: [{ id: 2, parent_id: 1 }] },
        { id: 2, parent_id: { id: 1, parent_id: null }, children: [] },
      ]),
    ],
    'parents by each name that a view of itself gives the column': [
      get('/line_view?select=*,parent(*),grandparent(*)', []),
    ],
    'parents by two keys of a table to itself': [
      get('/firms?select=id,referee(id,name),auditor(id,name)&id=eq.3', [
        { id: 3, referee: { id: 1, name: 'Firm 1' }, auditor: { id: 2, name: 'Firm 2' } },
      ]),
    ],
    'children by two keys of a table to itself': [
      get('/firms?select=id,refereed:firms!referee(id)&id=eq.1', [{ id: 1, refereed: ids(3, 4) }]),
      get('/firms?select=id,audited:firms!auditor(id)&id=eq.2', [{ id: 2, audited: ids(3, 4) }]),
    ],
    'other relations beside two keys of a table to itself': [
      get(
        '/firms?select=name,manager(name),referee(name,manager(name),auditor(name,manager(name))),auditor(name,manager(name),referee(name,manager(name)))&id=eq.5',
        [
          {
            ...manager(5),
            referee: { ...manager(3), auditor: manager(2) },
            auditor: { ...manager(4), referee: manager(1) },
          },
        ],
      ),
      get(
        '/firms?select=name,manager(name),audited:firms!auditor(name,manager(name),refereed:firms!referee(name,manager(name)))&id=eq.2',
        [
          {
            ...manager(2),
            audited: [
              { ...manager(3), refereed: [manager(5), manager(6)] },
              { ...manager(4), refereed: [] },
            ],
          },
        ],
      ),
    ],
    'a hidden junction that an exposed view shows': [
      get('/signs?select=labels(name)&order=id&labels.order=name', [
        { labels: [{ name: 'fruit' }] },
        { labels: [{ name: 'cars' }] },
        { labels: [{ name: 'cars' }, { name: 'fruit' }] },
      ]),
      get('/actors?select=*,films(*)&order=id', [
        { id: 1, name: 'john', films: [{ id: 12, title: 'twelve' }] },
        { id: 2, name: 'mary', films: [{ id: 2001, title: 'odyssey' }] },
      ]),
    ],
    'a hidden junction': [
      refused('GET', '/left_ends?select=right_ends(*)', 400, unrelated('left_ends', 'right_ends')),
    ],
    'a hidden junction with the name of an exposed table': [
      refused('GET', '/players?select=plays(*)', 400, unrelated('players', 'plays')),
    ],
    'a table rather than its view, by the column of a table to itself': [
      get('/nodes?select=id,parent_id,parent:parent_id(id)&order=id', [
        { id: 1, parent_id: null, parent: null },
        { id: 2, parent_id: 1, parent: { id: 1 } },
      ]),
      get('/nodes?select=id,parent_id,children:nodes(id)&order=id', [
        { id: 1, parent_id: null, children: ids(2) },
        { id: 2, parent_id: 1, children: [] },
      ]),
    ],
    'a table or its view, by their names': [
      get('/adaptations?select=id,state,series(*)', []),
      get('/adaptations?select=id,state,series_counted(*)', []),
    ],
    'a table rather than its view, by the column': [
      get('/letters?select=id,sender(id,name)&id=eq.5', [{ id: 5, sender: { id: 4, name: 'Julie' } }]),
    ],
    'a table rather than its view, by the constraint': [
      get('/activities?select=id,early(unit_id,late_id)&order=id', [
        { id: 1, early: [{ unit_id: 1, late_id: 2 }] },
        { id: 2, early: [] },
      ]),
    ],
    'a key that a view does not show': [get('/hidden_keys?select=of_hidden_keys(*)', [])],
  },
}

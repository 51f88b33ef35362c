import { accept, ask, type Exchange, type Family, get, post, prefer, refused } from '../case.ts'

/** Plans of statements (docs/contracts/data-api.md 5). Our SQL differs, so costs are not compared. */

const enabled = (...exchanges: Exchange[]) => ({ settings: { planEnabled: true }, exchanges })
const asked = (format: string, ...parameters: string[]) =>
  accept([`application/vnd.pgrst.plan${format}`, ...parameters].join('; '))
const typed = (format: string, ...parameters: string[]) => ({
  'content-type': [`application/vnd.pgrst.plan+${format}`, ...parameters, 'charset=utf-8'].join('; '),
})
const ofJson = 'for="application/json"'
const ofObject = 'for="application/vnd.pgrst.object+json"'
const cost = /"Total Cost":\d+/
const json = { headers: asked('+json'), gives: typed('json', ofJson) }

/** A read with one option, and the text that only this option adds. */
const option = (options: string, shown: RegExp) =>
  enabled(
    get('/pieces', shown, {
      headers: asked('+json', `options=${options}`),
      gives: typed('json', ofJson, `options=${options}`),
    }),
  )
const off = (method: string, path: string) => [
  refused(method, path, 406, { code: 'PGRST107' }, { headers: asked('') }),
]

export const plans: Family = {
  name: 'plans',
  follows: { spec: 'PlanSpec', inScope: 19 },
  examples: {
    'of a table': enabled(get('/pieces?id=in.(1,2,3)', cost, json)),
    'of a view': enabled(get('/pieces_view?id=gt.2', cost, json)),
    'with buffers': option('buffers', /"Shared Hit Blocks"/),
    'with settings': option('settings', /"search_path":".*workshop/),
    'with the write-ahead log': option('analyze|wal', /"WAL Records"/),
    'with columns': option('verbose', /"pieces\.maker_id"/),
    'of JSON by name': enabled(
      get('/pieces', /json_agg/, {
        headers: asked('+json', ofJson, 'options=verbose'),
        gives: typed('json', ofJson, 'options=verbose'),
      }),
    ),
    'of one object': enabled(
      get('/pieces_view', /json_agg/, {
        headers: asked('+json', 'for="application/vnd.pgrst.object"', 'options=verbose'),
        gives: typed('json', ofObject, 'options=verbose'),
      }),
    ),
    'of an insert': enabled(
      post('/pieces', { id: 100, name: 'Stool' }, cost, json),
      get('/pieces?id=eq.100', []),
    ),
    'of an update': enabled(ask('PATCH', '/pieces?id=eq.3', cost, { ...json, body: { name: 'Stool' } })),
    'of a delete': enabled(ask('DELETE', '/steps?id=in.(1,2,3)', cost, json)),
    'of a PUT': enabled(ask('PUT', '/ranks?name=eq.Go', cost, { ...json, body: [{ name: 'Go', rank: 19 }] })),
    'of the object that a delete returns': enabled(
      ask('DELETE', '/pieces?id=eq.6', /json_agg/, {
        headers: {
          ...asked('+json', 'for="application/vnd.pgrst.object"', 'options=verbose'),
          ...prefer('return=representation'),
        },
        gives: typed('json', ofObject, 'options=verbose'),
      }),
    ),
    'of a function': enabled(get('/rpc/all_pieces?id=in.(1,2,3)', cost, json)),
    'as text': enabled(
      get('/pieces?id=in.(1,2,3)', /^Aggregate/, { headers: asked('+text'), gives: typed('text', ofJson) }),
    ),
    'as text by default': enabled(
      get('/pieces?id=in.(1,2,3)', /^Aggregate/, { headers: asked(''), gives: typed('text', ofJson) }),
    ),
    'off, of a table': off('GET', '/pieces?id=in.(1,2,3)'),
    'off, of a function': off('GET', '/rpc/all_pieces?id=in.(1,2,3)'),
    'off, of a delete': off('DELETE', '/pieces?id=in.(1,2,3)'),
  },
}

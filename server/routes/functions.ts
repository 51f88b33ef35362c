import { AppError } from '#domain/errors.ts'
import { isReadingAction } from '#domain/reads.ts'
import type { AppParts, Router } from '../app-parts.ts'
import type { Action } from '../clinic/action.ts'
import type { Caller } from '../platform/database/transactions.ts'
import { functionError } from '../platform/http/function-response.ts'
import type { ClaimedCaller } from './claimed-caller.ts'

/** `/functions/v1/<action>`. @param note records the caller's activity */
export function handleFunctions(
  router: Router,
  { services }: AppParts,
  actions: ReadonlyMap<string, Action>,
  caller: ClaimedCaller,
  note: (by: Caller) => void,
): void {
  const { log } = services
  router.all('/functions/v1/:name', async (c) => {
    const { name } = c.req.param()
    try {
      const action = actions.get(name)
      if (!action) throw new AppError('not_found')
      const allowed = isReadingAction(name) ? ['GET', 'POST'] : ['POST']
      if (!allowed.includes(c.req.method))
        throw new AppError('method_not_allowed', { details: { allow: allowed.join(', ') } })
      const by = await caller.withSession(c)
      const result = await action.call(services, by, await inputOf(c.req.raw))
      note(by)
      if (result instanceof Response) return result
      return Response.json(result ?? {}, { headers: { 'Cache-Control': 'no-store' } })
    } catch (error) {
      return functionError(error, c.get('requestId'), log, actions.has(name) ? name : 'unknown')
    }
  })
}

/** The query of a GET, the JSON body of a POST; an empty body is an empty input. */
async function inputOf(request: Request): Promise<unknown> {
  if (request.method === 'GET') return Object.fromEntries(new URL(request.url).searchParams)
  const text = await request.text()
  if (!text) return {}
  try {
    return JSON.parse(text)
  } catch {
    throw new AppError('bad_json')
  }
}

import { AppError } from '#domain/errors.ts'
import type { AppParts, RequestContext } from '../app-parts.ts'
import type { Caller } from '../platform/database/transactions.ts'
import { functionError } from '../platform/http/function-response.ts'
import type { ClaimedCaller } from './claimed-caller.ts'

export type CallerAnswer = (
  c: RequestContext,
  path: string,
  answer: (request: Request, by: Caller) => Promise<Response>,
  /** Also for guardians on behalf of their patient; `answer` checks their access. */
  options?: { guardians: true },
) => Promise<Response>

export function createCallerAnswer({ services }: AppParts, caller: ClaimedCaller): CallerAnswer {
  return async (c, path, answer, options) => {
    try {
      const by = await caller.withSession(c)
      if (by.guardianship && !options?.guardians) throw new AppError('not_allowed')
      return await answer(c.req.raw, by)
    } catch (error) {
      return functionError(error, c.get('requestId'), services.log, path)
    }
  }
}

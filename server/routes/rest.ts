import { AppError } from '#domain/errors.ts'
import type { AppParts, Router } from '../app-parts.ts'
import type { Caller } from '../platform/database/transactions.ts'
import { InvalidTokenError } from '../platform/http/caller.ts'
import type { ClaimedCaller } from './claimed-caller.ts'

/** `/rest/v1`. @param note records the caller's activity */
export function handleRest(
  router: Router,
  parts: AppParts,
  caller: ClaimedCaller,
  note: (by: Caller) => void,
): void {
  router.all('/rest/v1/*', async (c) => {
    try {
      const by = await caller.of(c)
      const answer = await parts.rest(c.req.raw, by)
      if (answer.ok) note(by)
      return answer
    } catch (error) {
      if (error instanceof InvalidTokenError) return parts.restRefusal(c.req.raw, 'invalid-token')
      if (error instanceof AppError) return parts.restRefusal(c.req.raw, error)
      throw error
    }
  })
}

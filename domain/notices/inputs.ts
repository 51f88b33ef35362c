/** Inputs of the actions on notices: apart from the rules, which pages need before anything is sent. */
import * as z from 'zod/mini'
import { instant } from '../values/calendar-date.ts'

/**
 * Input of `mark-notices-read`: those with these ids; or, without ids, all up to and
 * including an instant (ISO 8601).
 */
export const markNoticesReadInput = z
  .object({
    noticeIds: z.array(z.uuid()).check(z.maxLength(100)),
    until: z.optional(instant({ offset: true })),
  })
  .check(z.refine(({ noticeIds, until }) => noticeIds.length > 0 !== (until !== undefined)))

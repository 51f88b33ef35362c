import * as z from 'zod/mini'
import { instant } from '../values/calendar-date.ts'

/** Marks the notices with these ids; without ids, all up to an instant (ISO 8601, inclusive). */
export const markNoticesReadInput = z
  .object({
    noticeIds: z.array(z.uuid()).check(z.maxLength(100)),
    until: z.optional(instant({ offset: true })),
  })
  .check(z.refine(({ noticeIds, until }) => noticeIds.length > 0 !== (until !== undefined)))

/** The secret of the link in an email to an address that a clinic entered. */
export const stopEmailsInput = z.object({ token: z.uuid() })

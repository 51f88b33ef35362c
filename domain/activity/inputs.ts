/** Inputs of the actions on a clinic’s activity: apart from the rules, which pages need before anything is sent. */
import * as z from 'zod/mini'
import { activityTopics } from './activity.ts'

/** Input of `clinic-activity`. */
export const clinicActivityInput = z.object({
  /** without it what the dashboard shows */
  topic: z.optional(z.enum(['all', ...activityTopics])),
  /** whose doing; the account's id */
  actorId: z.optional(z.uuid()),
  /** older than this row */
  before: z.optional(z.string().check(z.regex(/^\d{1,18}$/))),
  limit: z._default(z.number().check(z.int(), z.gte(1), z.lte(100)), 25),
})

import * as z from 'zod/mini'
import { activityTopics } from './activity.ts'

export const clinicActivityInput = z.object({
  /** Absent: the actions of the dashboard. */
  topic: z.optional(z.enum(['all', ...activityTopics])),
  /** Account id of the actor. */
  actorId: z.optional(z.uuid()),
  /** Returns rows older than this one. */
  before: z.optional(z.string().check(z.regex(/^\d{1,18}$/))),
  limit: z._default(z.number().check(z.int(), z.gte(1), z.lte(100)), 25),
})

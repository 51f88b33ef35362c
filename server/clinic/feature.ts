import type { JobDefinition } from '../platform/jobs/jobs.ts'
import type { Action, Services } from './action.ts'

/** Declares the actions and background jobs of one folder of `server/features`. */
export function feature<const Actions extends readonly Action[]>({
  actions,
  jobs = [],
}: {
  actions: Actions
  jobs?: readonly ((services: Services) => JobDefinition<never>)[]
}) {
  return { actions, jobs }
}

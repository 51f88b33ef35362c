import { sql } from 'kysely'
import * as z from 'zod/mini'
import { type LearningFigures, lastMondays, type ResourceFigures } from '#domain/analytics/analytics.ts'
import { dateIn } from '#domain/values/zones.ts'
import { action } from '#server/clinic/action.ts'
import { clinicZone } from '#server/clinic/clinic-zone.ts'
import { asSystem, type Tx } from '#server/platform/database/transactions.ts'

const weeksShown = 12

/** Returns the clinic's learning figures as counts of patients: usage, programs, completion, and each resource. */
export const learningFigures = action({
  name: 'learning-figures',
  input: z.object({}),
  access: 'lessons:read',
  system: 'figures come from views that are granted to no caller',
  mayBeOld: true,
  run: (tx, ctx): Promise<LearningFigures> =>
    asSystem(tx, async () => {
      const { clinicId } = ctx
      const weeks = lastMondays(dateIn(ctx.now(), await clinicZone(tx, clinicId)), weeksShown)
      const [usage, programs, completion, resources] = await Promise.all([
        rowsOf<LearningFigures['usage'][number]>(
          tx,
          sql`select week::text, views, people from app.views_by_week
               where clinic_id = ${clinicId} and week = any (${weeks}::date[])`,
        ),
        rowsOf<LearningFigures['programs'][number]>(
          tx,
          sql`select program_id as "programId", title, learning, completed, ended from app.program_figures
               where clinic_id = ${clinicId} order by title, program_id`,
        ),
        rowsOf<LearningFigures['completion'][number]>(
          tx,
          sql`select category, assigned, completed from app.completion_by_category
               where clinic_id = ${clinicId} order by category`,
        ),
        rowsOf<ResourceFigures>(
          tx,
          sql`select item_id as "itemId", title, type, rating, ratings, views, readers, completed, popular_in as "popularIn"
                from app.resource_effectiveness where clinic_id = ${clinicId} order by views desc, title, item_id`,
        ),
      ])
      return {
        usage: weeks.map((week) => usage.find((each) => each.week === week) ?? { week, views: 0, people: 0 }),
        programs,
        completion,
        resources,
      }
    }),
})

async function rowsOf<Row>(tx: Tx, query: ReturnType<typeof sql>): Promise<Row[]> {
  return (await query.execute(tx)).rows as Row[]
}

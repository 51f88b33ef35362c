import { sql } from 'kysely'
import * as z from 'zod/mini'
import { dayMs } from '#domain/durations.ts'
import { fewestCompared, type ValueFigures } from '#domain/value-receipts/value-receipts.ts'
import { action } from '#server/platform/action.ts'
import { asSystem } from '#server/platform/database/transactions.ts'

const openedWithinMs = 90 * dayMs

/**
 * How many value receipts are opened, and whether those who used little stay longer with them
 * (`app.value_retention` in db/migrations/0045_value_receipts.sql).
 */
export const valueFigures = action({
  name: 'value-figures',
  input: z.object({}),
  access: 'money:read',
  run: (tx, ctx): Promise<ValueFigures> =>
    asSystem(tx, async () => {
      const { clinicId } = ctx
      const since = new Date(ctx.now().getTime() - openedWithinMs)
      const [counts, groups] = await Promise.all([
        tx
          .selectFrom('value_receipts')
          .select((row) => [
            row.fn.countAll<string>().as('shown'),
            row.fn.count<string>('opened_at').as('opened'),
          ])
          .where('clinic_id', '=', clinicId)
          .where('is_shown', '=', true)
          .where('made_at', '>=', since)
          .executeTakeFirstOrThrow(),
        sql<{ isShown: boolean; people: number; stayed: number }>`
          select is_shown as "isShown", people, stayed from app.value_retention(${clinicId}::uuid, ${ctx.now()}::timestamptz)`.execute(
          tx,
        ),
      ])
      const groupOf = (isShown: boolean) => {
        const found = groups.rows.find((row) => row.isShown === isShown)
        return { people: found?.people ?? 0, stayed: found?.stayed ?? 0 }
      }
      const [withReceipts, without] = [groupOf(true), groupOf(false)]
      const isEnough = Math.min(withReceipts.people, without.people) >= fewestCompared
      return {
        shown: Number(counts.shown),
        opened: Number(counts.opened),
        retention: isEnough ? { withReceipts, without } : null,
        compared: { withReceipts: withReceipts.people, without: without.people },
      }
    }),
})

import * as z from 'zod/mini'
import type { ValueFigures } from '#domain/value-receipts/value-receipts.ts'
import { dayMs } from '#domain/values/durations.ts'
import { action } from '#server/clinic/action.ts'
import { asSystem } from '#server/platform/database/transactions.ts'

const openedWithinMs = 90 * dayMs

/** Returns how many value receipts patients can read, and how many of them were opened. */
export const valueFigures = action({
  name: 'value-figures',
  input: z.object({}),
  access: 'money:read',
  system: 'the permission set money reads figures of receipts that only admins read',
  run: (tx, ctx): Promise<ValueFigures> =>
    asSystem(tx, async () => {
      const counts = await tx
        .selectFrom('value_receipts')
        .select((row) => [
          row.fn.countAll<string>().as('shown'),
          row.fn.count<string>('opened_at').as('opened'),
        ])
        .where('clinic_id', '=', ctx.clinicId)
        .where('is_shown', '=', true)
        .where('made_at', '>=', new Date(ctx.now().getTime() - openedWithinMs))
        .executeTakeFirstOrThrow()
      return { shown: Number(counts.shown), opened: Number(counts.opened) }
    }),
})

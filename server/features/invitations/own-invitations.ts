import { sql } from 'kysely'
import * as z from 'zod/mini'
import type { FoundClinic } from '#domain/clinics/clinics.ts'
import { action } from '#server/clinic/action.ts'
import { asSystem } from '#server/platform/database/transactions.ts'

/**
 * The clinics that have invited the caller and still wait, newest invitation first. An invitation belongs to its address:
 * only one that the caller has proven counts (docs/domain-rules.md rule 39).
 */
export const ownInvitations = action({
  name: 'own-invitations',
  input: z.object({}),
  access: 'signed-in',
  run: (tx, ctx): Promise<{ clinics: FoundClinic[] }> =>
    asSystem(tx, async () => {
      const { rows } = await sql<FoundClinic>`
        select name, subdomain from app.own_invitations(${ctx.userId}::uuid, ${ctx.now()})`.execute(tx)
      return { clinics: rows }
    }),
})

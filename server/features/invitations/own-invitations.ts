import { sql } from 'kysely'
import * as z from 'zod/mini'
import type { FoundClinic } from '#domain/clinics/clinics.ts'
import { action } from '#server/clinic/action.ts'
import { asSystem } from '#server/platform/database/transactions.ts'

/** Returns the pending invitations to the caller's confirmed address, newest first (docs/domain-rules.md rule 39). */
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

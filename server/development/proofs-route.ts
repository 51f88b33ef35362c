import { sql } from 'kysely'
import * as z from 'zod/mini'
import type { Transactions } from '../platform/database/transactions.ts'

const input = z.object({ email: z.string(), minutes: z.int() })

/**
 * `/dev/proofs`: POST `{"email":"admin@sunrise.test","minutes":16}` ages a person's proofs and second steps by that time, to
 * try acts that need a recent proof (docs/decisions/0127). `/dev/clock` does not move the sessions' clock
 * (docs/decisions/0004).
 */
export function proofsRoute(transactions: Transactions) {
  return {
    path: '/dev/proofs',
    async handle(request: Request): Promise<Response> {
      if (request.method !== 'POST') return new Response(null, { status: 405, headers: { Allow: 'POST' } })
      const given = input.safeParse(await request.json().catch(() => null))
      if (!given.success)
        return Response.json(
          { code: 'invalid_input', message: 'Send an email and minutes.' },
          { status: 400 },
        )
      const { email, minutes } = given.data
      const proofs = await transactions.withSystem('development proofs', async (tx) => {
        const earlier = (column: string) =>
          sql<Date>`${sql.ref(column)} - make_interval(mins => ${minutes}::integer)`
        await tx
          .updateTable('auth.mfa_factors')
          .set({ created_at: earlier('created_at'), updated_at: earlier('updated_at') })
          .where('user_id', 'in', (of) =>
            of.selectFrom('auth.users as u').select('u.id').where('u.email', '=', email),
          )
          .execute()
        return tx
          .updateTable('auth.session_methods as m')
          .set({ used_at: earlier('used_at') })
          .where('m.session_id', 'in', (of) =>
            of
              .selectFrom('auth.sessions as s')
              .innerJoin('auth.users as u', 'u.id', 's.user_id')
              .select('s.id')
              .where('u.email', '=', email),
          )
          .returning('m.method')
          .execute()
      })
      return Response.json({ proofs: proofs.length })
    },
  }
}

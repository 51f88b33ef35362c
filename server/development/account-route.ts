import * as z from 'zod/mini'
import type { Transactions } from '../platform/database/transactions.ts'

const input = z.object({ clinic: z.string(), isReachable: z.boolean() })

/**
 * `/dev/account`: POST `{"clinic":"harbor","isReachable":false}` revokes Carefold's access to a clinic's account in the
 * payment sandbox, without the event that announces it. `true` or a restart restores it.
 */
export function accountRoute(transactions: Transactions, { unreachable }: { unreachable: Set<string> }) {
  return {
    path: '/dev/account',
    async handle(request: Request): Promise<Response> {
      if (request.method !== 'POST') return new Response(null, { status: 405, headers: { Allow: 'POST' } })
      const given = input.safeParse(await request.json().catch(() => null))
      const account = given.success
        ? await transactions.withSystem('development account', (tx) =>
            tx
              .selectFrom('payout_accounts as p')
              .innerJoin('clinics as c', 'c.id', 'p.clinic_id')
              .select('p.stripe_account as id')
              .where('c.subdomain', '=', given.data.clinic)
              .executeTakeFirst(),
          )
        : undefined
      if (!given.success || !account)
        return Response.json(
          { code: 'invalid_input', message: 'Send a clinic with an account, and isReachable.' },
          { status: 400 },
        )
      if (given.data.isReachable) unreachable.delete(account.id)
      else unreachable.add(account.id)
      return Response.json({ isReachable: given.data.isReachable })
    },
  }
}

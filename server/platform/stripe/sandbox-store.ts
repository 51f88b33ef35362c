import { sql } from 'kysely'
import type { Transactions } from '../database/transactions.ts'

interface StoredObject {
  account: string
  id: string
  object: string
  body: Record<string, unknown>
}

/**
 * Implements the sandbox's `SandboxStore` in `sandbox.objects` (docs/payments.md 2). Repeats its shape, because the server
 * does not import the sandbox.
 */
export function createSandboxStore(transactions: Transactions) {
  return {
    load(): Promise<StoredObject[]> {
      return transactions.withSystem('sandbox:load', async (tx) => {
        const rows = await tx.selectFrom('sandbox.objects').selectAll().execute()
        return rows.map((row) => ({ ...row, body: row.body as Record<string, unknown> }))
      })
    },

    /** All or nothing. */
    save({ put, remove }: { put: StoredObject[]; remove: { account: string; id: string }[] }): Promise<void> {
      return transactions.withSystem('sandbox:save', async (tx) => {
        if (put.length > 0) {
          // one parameter, however many objects a moved clock changes
          await sql`
            insert into sandbox.objects (account, id, object, body)
            select o.account, o.id, o.object, o.body
              from jsonb_to_recordset(${JSON.stringify(put)}::jsonb)
                as o(account text, id text, object text, body jsonb)
            on conflict (account, id) do update set object = excluded.object, body = excluded.body`.execute(
            tx,
          )
        }
        for (const { account, id } of remove) {
          await tx.deleteFrom('sandbox.objects').where('account', '=', account).where('id', '=', id).execute()
        }
      })
    },
  }
}

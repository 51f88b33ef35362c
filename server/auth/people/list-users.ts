import { sql } from 'kysely'
import type { Tx } from '#server/platform/database/transactions.ts'
import type { IdentityRow, UserRow } from '../rows.ts'

export interface UserPage {
  audience: string
  /** From 1. */
  page: number
  perPage: number
  direction: 'asc' | 'desc'
  /** Substring of the e-mail or of `user_metadata.full_name`; empty: no filter. */
  filter: string
}

/** Includes softly deleted people. */
export async function listUsers(
  tx: Tx,
  { audience, page, perPage, direction, filter }: UserPage,
): Promise<{ users: { user: UserRow; identities: IdentityRow[] }[]; total: number }> {
  const pattern = `%${filter.replace(/[\\%_]/g, '\\$&')}%`
  const matching = tx
    .selectFrom('auth.users')
    .where('aud', '=', audience)
    .$if(filter !== '', (query) =>
      query.where((where) =>
        where.or([
          where('email', 'ilike', pattern),
          where(sql<string>`user_metadata ->> 'full_name'`, 'ilike', pattern),
        ]),
      ),
    )
  const { total } = await matching
    .select((select) => select.fn.countAll<number>().as('total'))
    .executeTakeFirstOrThrow()
  const users = await matching
    .selectAll()
    .orderBy('created_at', direction)
    .orderBy('id', direction)
    .limit(perPage)
    .offset((page - 1) * perPage)
    .execute()
  const identities =
    users.length === 0
      ? []
      : await tx
          .selectFrom('auth.identities')
          .selectAll()
          .where(
            'user_id',
            'in',
            users.map(({ id }) => id),
          )
          .orderBy('created_at')
          .execute()
  return {
    users: users.map((user) => ({
      user,
      identities: identities.filter(({ user_id }) => user_id === user.id),
    })),
    total: Number(total),
  }
}

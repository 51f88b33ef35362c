import type { Selectable } from 'kysely'
import type { AuthAddressChanges } from '#db/types.generated.ts'
import type { Tx } from '#server/platform/database/transactions.ts'

export type AddressChange = Selectable<AuthAddressChanges>

/** How a change without the old mailbox ended (docs/decisions/0178). */
export type AddressChangeOutcome =
  | 'done'
  | 'objected'
  | 'canceled'
  /** by a newer request */
  | 'replaced'
  /** the old mailbox was read, so it is not lost */
  | 'mailbox_used'
  /** another account has the new address */
  | 'taken'
  /** the account's address changed in another way */
  | 'outdated'
  | 'expired'

export async function openAddressChange(tx: Tx, userId: string): Promise<AddressChange | null> {
  const row = await tx
    .selectFrom('auth.address_changes')
    .selectAll()
    .where('user_id', '=', userId)
    .where('settled_at', 'is', null)
    .executeTakeFirst()
  return row ?? null
}

/** @returns whether a change was open */
export async function settleAddressChange(
  tx: Tx,
  userId: string,
  outcome: AddressChangeOutcome,
  now: Date,
): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('auth.address_changes')
    .set({ settled_at: now, outcome })
    .where('user_id', '=', userId)
    .where('settled_at', 'is', null)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

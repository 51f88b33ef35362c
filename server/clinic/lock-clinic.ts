import { asSystem, type Tx } from '../platform/database/transactions.ts'

/**
 * Saves of one clinic's settings wait for each other. The system locks, because no caller may update the row; what is read
 * afterwards, as the caller, is the latest.
 */
export async function lockClinic(tx: Tx, clinicId: string): Promise<void> {
  await asSystem(tx, () =>
    tx.selectFrom('clinics').select('id').where('id', '=', clinicId).forNoKeyUpdate().execute(),
  )
}

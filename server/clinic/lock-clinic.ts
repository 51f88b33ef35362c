import { asSystem, type Tx } from '../platform/database/transactions.ts'

/** Makes saves of a clinic's settings run one at a time. As the system, because no caller may update the row. */
export async function lockClinic(tx: Tx, clinicId: string): Promise<void> {
  await asSystem(tx, () =>
    tx.selectFrom('clinics').select('id').where('id', '=', clinicId).forNoKeyUpdate().execute(),
  )
}

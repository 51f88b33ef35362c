import { auditPatients } from '#server/clinic/audit.ts'
import type { Tx } from '#server/platform/database/transactions.ts'

/**
 * Stops a clinic's emails to an address that it entered for patients without an account (docs/decisions/0177). Role `system`.
 * @param by the secret of the link, or the address
 * @returns false if it is none, or was stopped before
 */
export async function stopAddress(
  tx: Tx,
  { clinicId, now, ...by }: { clinicId: string; now: Date } & ({ token: string } | { address: string }),
): Promise<boolean> {
  const stopped = await tx
    .updateTable('app.entered_addresses')
    .set({ stopped_at: now })
    .where('clinic_id', '=', clinicId)
    .where((row) => ('token' in by ? row('token', '=', by.token) : row('address', '=', by.address)))
    .where('stopped_at', 'is', null)
    .returning('address')
    .executeTakeFirst()
  if (!stopped) return false
  const patients = await tx
    .selectFrom('patients')
    .select('id')
    .where('clinic_id', '=', clinicId)
    .where('email', '=', stopped.address)
    .where('user_id', 'is', null)
    .where('merged_into', 'is', null)
    .execute()
  const [first, ...others] = patients.map(({ id }) => id)
  if (first) await auditPatients(tx, 'address.stopped', [first, ...others], {}, { clinicId })
  return true
}

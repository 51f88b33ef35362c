import { sql } from 'kysely'
import { AppError } from '#domain/errors.ts'
import type { Caller, Transactions, Tx } from '../platform/database/transactions.ts'

/**
 * Audits a read of patients' health data by an action (docs/decisions/0020), also a search without a match
 * (docs/decisions/0033). In the caller's own role, after any step `asSystem`.
 * @param tables as the data API records them
 * @param patientIds the returned patients
 * @param purpose such as `members`, `export`
 */
export async function recordRead(
  tx: Tx,
  tables: readonly string[],
  patientIds: readonly string[],
  purpose: string,
): Promise<void> {
  const ids = patientIds.length === 0 ? null : [...patientIds]
  await sql`select app.record_read(${JSON.stringify({ tables })}::jsonb, ${ids}::uuid[],
    ${ids === null ? 0 : null}::bigint, ${purpose})`.execute(tx)
}

/**
 * Runs an action and audits a refusal that reveals something about a patient (409: their record does not allow it) as a
 * read, after the rollback (docs/decisions/0033). The patient is the refusal's (`details.patientId`), else the input's.
 */
export async function recordingRefusals<T>(
  {
    transactions,
    caller,
    name,
    input,
  }: { transactions: Transactions; caller: Caller; name: string; input: unknown },
  run: () => Promise<T>,
): Promise<T> {
  try {
    return await run()
  } catch (error) {
    const patientId = error instanceof AppError && error.status === 409 ? patientOf(error, input) : null
    if (patientId)
      await transactions.withActor(caller, async (tx, { clinicId, role, guardianAccess }) => {
        if (!clinicId || (!role && !guardianAccess)) return
        // row-level security decides: another clinic's id matches no patient
        const seen = await tx
          .selectFrom('patients')
          .select('id')
          .where('clinic_id', '=', clinicId)
          .where('id', '=', patientId)
          .executeTakeFirst()
        if (seen) await recordRead(tx, ['patients'], [patientId], name)
      })
    throw error
  }
}

function patientOf({ details }: AppError, input: unknown): string | null {
  const patientId = details.patientId ?? (input as { patientId?: unknown }).patientId
  return typeof patientId === 'string' ? patientId : null
}

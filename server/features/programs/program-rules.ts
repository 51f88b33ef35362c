import { AppError } from '#domain/errors.ts'
import { programTexts } from '#domain/texts/programs.ts'
import type { Tx } from '#server/platform/database/transactions.ts'

/**
 * Locks a program of the clinic.
 * @throws AppError `not_found`
 */
export async function lockProgram(tx: Tx, clinicId: string, programId: string) {
  const program = await tx
    .selectFrom('programs')
    .selectAll()
    .where('clinic_id', '=', clinicId)
    .where('id', '=', programId)
    .where('deleted_at', 'is', null)
    .forUpdate()
    .executeTakeFirst()
  if (!program) throw new AppError('not_found')
  return program
}

/** @throws AppError `invalid_input` at `sessions` unless the clinic's */
export async function requireItems(tx: Tx, clinicId: string, ids: readonly (string | null)[]): Promise<void> {
  const wanted = [...new Set(ids.filter((id) => id !== null))]
  if (wanted.length === 0) return
  const known = await tx
    .selectFrom('content_items')
    .select('id')
    .where('clinic_id', '=', clinicId)
    .where('id', 'in', wanted)
    .where('deleted_at', 'is', null)
    .execute()
  if (known.length < wanted.length) refuse('sessions', programTexts.validation.content)
}

/** @throws AppError `invalid_input` at `planIds` unless the clinic's */
export async function requirePlans(tx: Tx, clinicId: string, ids: readonly string[]): Promise<void> {
  const wanted = [...new Set(ids)]
  if (wanted.length === 0) return
  const known = await tx
    .selectFrom('plans')
    .select('id')
    .where('clinic_id', '=', clinicId)
    .where('id', 'in', wanted)
    .execute()
  if (known.length < wanted.length) refuse('planIds', programTexts.validation.plan)
}

function refuse(path: string, message: string): never {
  throw new AppError('invalid_input', { fields: [{ path, message }] })
}

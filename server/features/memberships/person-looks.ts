import { sql } from 'kysely'
import type { LookRow } from '#domain/account/record-looks.ts'
import { personLooksInput } from '#domain/memberships/inputs.ts'
import { action } from '#server/clinic/action.ts'
import { requirePatientOf } from '#server/clinic/patients.ts'
import { recordRead } from '#server/clinic/record-read.ts'
import { asSystem } from '#server/platform/database/transactions.ts'

const looksPerPage = 50

/**
 * Returns the reads and changes of a patient's record at this clinic, newest first: those that `rpc/audit_log_for_me`
 * returns, and the patient's own. Audits this read too.
 * @throws AppError `not_found`
 */
export const personLooks = action({
  name: 'person-looks',
  input: personLooksInput,
  access: 'audit:read',
  async run(tx, ctx, { patientId, belowId }): Promise<{ looks: LookRow[]; belowId: number | null }> {
    await requirePatientOf(tx, ctx.clinicId, patientId)
    const rows = await asSystem(tx, async () => {
      const { rows } = await sql<Omit<LookRow, 'at'> & { at: Date }>`
        select * from app.looks_at(${ctx.clinicId}, ${patientId}, null, ${belowId ?? null}, ${looksPerPage})`.execute(
        tx,
      )
      return rows
    })
    await recordRead(tx, ['audit_log'], [patientId], 'person-looks')
    return {
      looks: rows.map(({ at, ...row }) => ({ ...row, at: at.toISOString() })),
      belowId: rows.length === looksPerPage ? (rows.at(-1)?.id ?? null) : null,
    }
  },
})

import { textOf } from '#domain/broadcasts/inputs.ts'
import type { Tx } from '#server/platform/database/transactions.ts'

/** The clinic's words to a patient; not current once sending was stopped. Role `system`. */
export async function broadcastText(
  tx: Tx,
  { clinicId, patientId, broadcastId }: { clinicId: string; patientId: string; broadcastId: string },
): Promise<{ text: string; isCurrent: boolean }> {
  const { body, status, full_name } = await tx
    .selectFrom('broadcasts as b')
    .innerJoin('patients as p', (join) => join.on('p.clinic_id', '=', clinicId))
    .select(['b.body', 'b.status', 'p.full_name'])
    .where('b.clinic_id', '=', clinicId)
    .where('b.id', '=', broadcastId)
    .where('p.id', '=', patientId)
    .executeTakeFirstOrThrow()
  return { text: textOf(body, full_name), isCurrent: status !== 'stopped' }
}

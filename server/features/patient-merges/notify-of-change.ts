import type { UserNoticeKind } from '#domain/notices/user-notices.ts'
import type { ClinicCtx } from '#server/clinic/action.ts'
import type { Tx } from '#server/platform/database/transactions.ts'

type Change = Extract<UserNoticeKind, 'records_merged' | 'records_parted'>

/**
 * Notifies the clinic's other admins of a merge or its undo, and each patient without the content, by their
 * preferences.
 * @param about.patientIds the admins' notice links to the first
 */
export async function notifyOfChange(
  tx: Tx,
  ctx: ClinicCtx,
  kind: Change,
  { key, patientIds }: { key: string; patientIds: readonly [string, ...string[]] },
): Promise<void> {
  const { clinicId, notices, userId } = ctx
  await notices.notifyAdmins(tx, {
    clinicId,
    kind,
    key: `${kind} ${key}`,
    patientId: patientIds[0],
    except: userId,
  })
  for (const patientId of patientIds)
    await notices.notifyPatient(tx, {
      clinicId,
      patientId,
      about: 'update',
      key: `${kind}:${key}:${patientId}`,
    })
}

import type { UserNoticeKind } from '#domain/notices/user-notices.ts'
import type { ClinicCtx } from '#server/clinic/action.ts'
import type { Tx } from '#server/platform/database/transactions.ts'

type Change = Extract<UserNoticeKind, 'records_merged' | 'records_parted'>

/**
 * Notifies the clinic's other admins in the app that records were merged or parted, and each patient that there is something
 * new, as far as the patient has agreed to. The history of the record says what it is.
 *
 * @param about.patientIds the first is whom the admins' notice leads to
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

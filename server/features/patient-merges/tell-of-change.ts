import type { UserNoticeKind } from '#domain/notices/user-notices.ts'
import type { ClinicCtx } from '#server/platform/action.ts'
import type { Tx } from '#server/platform/database/transactions.ts'

type Change = Extract<
  UserNoticeKind,
  'records_merged' | 'records_parted' | 'record_split' | 'record_split_undone'
>

/**
 * Tells the clinic's other admins in the app that records were merged, parted or split, and each of the patients that there is
 * something new, as they have agreed to: what it is stands in the history of their record.
 *
 * @param about.patientIds the first is whom the admins' notice leads to
 */
export async function tellOfChange(
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
    await notices.tellPatient(tx, {
      clinicId,
      patientId,
      about: 'update',
      key: `${kind}:${key}:${patientId}`,
    })
}

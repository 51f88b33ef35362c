import type { GuardianNoticeKind } from '#domain/notices/notices.ts'
import { paths, wardPath } from '#domain/paths.ts'
import { guardianNoticeMail } from '#server/emails/guardians.ts'
import type { NoticeContext } from './notice.ts'
import { type Decision, toAccount, toPatient } from './recipients.ts'

/** To a guardian or their ward, without the content, which requires a sign-in. */
export async function composeGuardianNotice({ tx, notice, clinic, page }: NoticeContext): Promise<Decision> {
  const kind = notice.kind as GuardianNoticeKind
  const access = await tx
    .selectFrom('patient_guardians')
    .select(['id', 'patient_id', 'user_id', 'ended_at'])
    .where('clinic_id', '=', notice.clinicId)
    .where('id', '=', notice.subjectId)
    .executeTakeFirstOrThrow()
  if (access.ended_at && !kind.endsWith('_changed')) return { skipped: 'ended' }
  if (kind === 'ward_soon' || kind === 'ward_changed')
    return toPatient(tx, notice.clinicId, access.patient_id, (to) =>
      guardianNoticeMail({ to, clinic, link: page(paths.profile), kind }),
    )
  if (!access.user_id) return { skipped: 'no account' }
  if (kind === 'guardian_update') {
    const live = await tx
      .selectFrom('app.live_guardians')
      .select('level')
      .where('clinic_id', '=', notice.clinicId)
      .where('id', '=', access.id)
      .executeTakeFirst()
    if (!live?.level) return { skipped: 'ended' }
  }
  const link = page(kind === 'guardian_update' ? wardPath(access.id) : paths.family)
  return toAccount(tx, access.user_id, ({ email }) => guardianNoticeMail({ to: email, clinic, link, kind }))
}

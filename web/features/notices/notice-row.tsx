import { Link } from 'react-router'
import { failedPaymentsPath, messagesPath, paths, personPath, withQuery } from '#domain/paths.ts'
import { summaryLines, userNoticeTexts } from '#domain/texts/notices.ts'
import { TimeText } from '#web/components/date-text.tsx'
import { cn } from '#web/components/ui/class-names.ts'
import { withClinic } from '#web/lib/clinic/clinic-address.ts'
import type { Notice } from './queries.ts'

const texts = userNoticeTexts

export function NoticeRow({
  notice,
  timeZone,
  onFollow,
}: {
  notice: Notice
  timeZone: string
  onFollow(): void
}) {
  const { kind, about, figures, noticedAt, isUnread } = notice
  const details = kind === 'daily_summary' ? summaryLines(figures).join(', ') : notice.taskTitle
  return (
    <li>
      <Link
        to={withClinic(noticePath(notice))}
        onClick={onFollow}
        className="flex min-h-14 items-start gap-3 rounded-control px-3 py-2.5 text-form hover:bg-sunken"
      >
        <span
          aria-hidden
          className={cn('mt-2 size-2 flex-none rounded-full', isUnread ? 'bg-primary' : 'bg-transparent')}
        />
        <span className="min-w-0">
          {isUnread && <span className="sr-only">{texts.unread}: </span>}
          <span className={cn('block break-words', isUnread && 'font-semibold')}>
            {texts.kinds[kind](about ?? texts.somebody)}
          </span>
          {details && <span className="block break-words text-muted">{details}</span>}
          <span className="block text-note text-muted">
            <TimeText value={noticedAt} timeZone={timeZone} />
          </span>
        </span>
      </Link>
    </li>
  )
}

function noticePath({ kind, patientId, subjectId }: Notice): string {
  switch (kind) {
    case 'message_received':
      return patientId ? messagesPath(patientId) : paths.messages
    case 'task_assigned':
      return withQuery(paths.clinic, { task: subjectId ?? undefined })
    case 'daily_summary':
      return paths.clinic
    case 'payment_failed':
      return failedPaymentsPath
    case 'refund_refused':
    case 'refund_failed':
    case 'dispute_opened':
    case 'dispute_lost':
    case 'dispute_won':
    case 'payouts_blocked':
      return paths.clinicMoney
    case 'commission_failed':
      return paths.settingsBilling
    case 'security_changed':
    case 'sso_domain_missing':
    case 'sso_domain_lost':
      return paths.settingsSecurity
    default:
      return patientId ? personPath(patientId) : paths.members
  }
}

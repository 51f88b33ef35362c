import { Link } from 'react-router'
import { visitLine } from '#domain/appointments/noticed-visit.ts'
import { noticePath } from '#domain/notices/notice-path.ts'
import { summaryLines, userNoticeTexts } from '#domain/texts/notices.ts'
import { dateIn } from '#domain/values/zones.ts'
import { TimeText } from '#web/components/date-text.tsx'
import { cn } from '#web/components/ui/class-names.ts'
import { withClinic } from '#web/lib/clinic/clinic-address.ts'
import { serverNow } from '#web/lib/page/clock.ts'
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
  const today = dateIn(serverNow(), timeZone)
  const details =
    kind === 'daily_summary'
      ? summaryLines(figures).join(', ')
      : notice.visit
        ? visitLine(kind, notice.visit, { today })
        : notice.taskTitle
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

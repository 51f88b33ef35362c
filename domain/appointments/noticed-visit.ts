import type { UserNoticeKind } from '../notices/user-notices.ts'
import { userNoticeTexts } from '../texts/notices.ts'
import { formatClock } from '../values/dates.ts'
import type { VisitTime } from './visit-time.ts'

const texts = userNoticeTexts.visit

/** A visit as the notice's reader may see it now. */
export interface NoticedVisit extends VisitTime {
  /** YYYY-MM-DD */
  date: string
  status: string
  providerName: string | null
}

/** Notices whose subject is a visit. */
export const visitNotices: readonly UserNoticeKind[] = [
  'appointment_booked',
  'appointment_requested',
  'appointment_moved',
  'appointment_handed_over',
  'appointment_canceled',
]

/** "Now Tue, Dec 1, 9:00 AM, with Maya Okafor": the visit's present time and provider. @param today the clinic's date */
export function visitLine(
  kind: UserNoticeKind,
  visit: NoticedVisit,
  { today, ownZone }: { today: string; ownZone?: string },
): string {
  if (visit.status === 'canceled' && kind !== 'appointment_canceled') return texts.canceledSince
  const isChange = kind === 'appointment_moved' || kind === 'appointment_handed_over'
  return (isChange ? texts.now : texts.at)(whenOf(visit, today, ownZone), visit.providerName)
}

/** As `shortWhen`, whose texts every page of the team would load with the notices. */
function whenOf({ startsAt, timeZone, date }: NoticedVisit, today: string, ownZone?: string): string {
  const day = new Intl.DateTimeFormat('en-US', {
    ...{ weekday: 'short', month: 'short', day: 'numeric', timeZone: 'UTC' },
    ...(date.slice(0, 4) !== today.slice(0, 4) && { year: 'numeric' }),
  }).format(new Date(`${date}T00:00:00Z`))
  return `${day}, ${formatClock(startsAt, timeZone, ownZone)}`
}

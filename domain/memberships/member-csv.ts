import { standingLabel } from '../subscriptions/plan-standing.ts'
import { membershipTexts } from '../texts/memberships.ts'
import { byteOrderMark, csvLine } from '../values/csv.ts'
import { dateIn } from '../values/zones.ts'
import { type MemberView, statusText } from './member-list.ts'

const texts = membershipTexts

/** Header line with the byte order mark that Excel requires. */
export function memberCsvHead(): string {
  const { member, email, role, status, joined, lastActive, plan, planStatus } = texts.exported.columns
  return byteOrderMark + csvLine([member, email, role, status, joined, lastActive, plan, planStatus])
}

/** Dates are YYYY-MM-DD in the clinic's zone. */
export function memberCsvLine(member: MemberView, timeZone: string): string {
  const date = (instant: string | null) => (instant ? dateIn(new Date(instant), timeZone) : '')
  return csvLine([
    member.name,
    member.email === texts.pendingUser ? '' : member.email,
    texts.roles[member.role],
    member.suspendedAt ? texts.statusNotes.suspended : statusText(member),
    date(member.joinedAt),
    date(member.lastActiveAt),
    member.plan?.name ?? '',
    member.plan ? standingLabel(member.plan.standing) : '',
  ])
}

/** `members-sunrise-2026-03-10.csv`. @param on the day in the clinic's zone */
export function memberCsvName(subdomain: string, on: string): string {
  return `members-${subdomain}-${on}.csv`
}

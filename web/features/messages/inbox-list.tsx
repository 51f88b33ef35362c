import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { Inbox, Search } from 'lucide-react'
import { useState } from 'react'
import { NavLink } from 'react-router'
import type { InboxView } from '#domain/messages/messages.ts'
import { messagesPath } from '#domain/paths.ts'
import { unreadText } from '#domain/texts/components.ts'
import { messageTexts } from '#domain/texts/messages.ts'
import { formatClock, formatDate } from '#domain/values/dates.ts'
import { dateIn } from '#domain/values/zones.ts'
import { ErrorState } from '#web/components/error-state.tsx'
import { MoreButton } from '#web/components/more-button.tsx'
import { AvatarsOf, PersonAvatar } from '#web/components/people/person-avatar.tsx'
import { cn } from '#web/components/ui/class-names.ts'
import { Input } from '#web/components/ui/input.tsx'
import { Loading, Skeleton } from '#web/components/ui/skeleton.tsx'
import { UnreadCount } from '#web/components/unread-count.tsx'
import { withClinic } from '#web/lib/clinic/clinic-address.ts'
import { colleaguesQuery } from '#web/lib/clinic/colleagues.ts'
import type { Clinic } from '#web/lib/clinic/current-clinic.ts'
import { useSettled } from '#web/lib/hooks/use-settled.ts'
import { serverNow } from '#web/lib/page/clock.ts'
import { useSession } from '#web/lib/session/session-context.ts'
import { type InboxRow, inboxQuery } from './queries.ts'

const texts = messageTexts.inbox

/** The clinic's threads of a view, newest first. @param query preserved in the links */
export function InboxList({ clinic, view, query }: { clinic: Clinic; view: InboxView; query: string }) {
  const { user } = useSession()
  const [typed, setTyped] = useState('')
  // debounced: each list is a recorded read of patients' names
  const search = useSettled(typed.trim())
  const list = useInfiniteQuery(inboxQuery(clinic.subdomain, { view, search, userId: user?.id ?? '' }))
  const { data: colleagues = [] } = useQuery(colleaguesQuery(clinic, 'messages:write'))
  const rows = list.data?.pages.flat() ?? []
  const nameOf = (userId: string | null) =>
    colleagues.find((colleague) => colleague.userId === userId)?.name ?? null

  return (
    <div>
      <div className="relative">
        <Search
          aria-hidden
          className="pointer-events-none absolute top-1/2 left-3 size-4.5 -translate-y-1/2 text-muted"
        />
        <Input
          type="search"
          className="pl-10"
          aria-label={texts.search}
          placeholder={texts.search}
          maxLength={100}
          value={typed}
          onChange={({ target }) => setTyped(target.value)}
        />
      </div>
      <div className="mt-3">
        {list.isPending ? (
          <Loading label={messageTexts.loading}>
            <Skeleton className="h-18 rounded-control" />
            <Skeleton className="mt-2 h-18 rounded-control" />
            <Skeleton className="mt-2 h-18 rounded-control" />
          </Loading>
        ) : !list.data ? (
          <ErrorState title={messageTexts.failed} onRetry={() => void list.refetch()} />
        ) : rows.length === 0 ? (
          <p className="flex flex-col items-center gap-3 px-4 py-10 text-center text-muted">
            <Inbox aria-hidden className="size-7 text-primary" />
            {search ? texts.noMatch : texts.empty[view]}
          </p>
        ) : (
          <AvatarsOf userIds={rows.map(({ userId }) => userId)}>
            <ul aria-label={texts.list} className="space-y-1">
              {rows.map((row) => (
                <li key={row.patientId}>
                  <InboxLink
                    row={row}
                    query={query}
                    timeZone={clinic.time_zone}
                    assignee={nameOf(row.assigneeId)}
                  />
                </li>
              ))}
            </ul>
          </AvatarsOf>
        )}
      </div>
      <div className="mt-3 flex justify-center empty:hidden">
        <MoreButton list={list} size="small">
          {texts.more}
        </MoreButton>
      </div>
    </div>
  )
}

function InboxLink({
  row: { patientId, userId, name, last, lastMessageAt, unread },
  query,
  timeZone,
  assignee,
}: {
  row: InboxRow
  query: string
  timeZone: string
  assignee: string | null
}) {
  return (
    <NavLink
      to={withClinic(`${messagesPath(patientId)}${query}`)}
      className={({ isActive }) =>
        cn(
          'flex min-h-18 gap-3 rounded-control px-3 py-2.5 text-form',
          isActive ? 'bg-tint' : 'hover:bg-sunken',
        )
      }
    >
      <PersonAvatar userId={userId} name={name} className="mt-0.5" />
      <span className="min-w-0 flex-1">
        <span className="flex items-baseline justify-between gap-3">
          <span className={cn('truncate', unread > 0 && 'font-semibold')}>{name}</span>
          <time dateTime={lastMessageAt} className="flex-none text-note text-muted tabular-nums">
            {shortTime(lastMessageAt, timeZone)}
          </time>
        </span>
        <span className="flex items-center justify-between gap-3">
          <span className={cn('truncate', unread > 0 ? 'text-ink' : 'text-muted')}>
            {last && `${texts.from[last.from]}${last.body || texts.onlyFiles}`}
          </span>
          <UnreadCount count={unread} words={unreadText(unread)} className="flex-none" />
        </span>
        {assignee && (
          <span className="block truncate text-note text-muted">{texts.assignedTo(assignee)}</span>
        )}
      </span>
    </NavLink>
  )
}

function shortTime(instant: string, timeZone: string): string {
  const isToday = dateIn(new Date(instant), timeZone) === dateIn(serverNow(), timeZone)
  return isToday ? formatClock(instant, timeZone) : formatDate(instant, timeZone)
}

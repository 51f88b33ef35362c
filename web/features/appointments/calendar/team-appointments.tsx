import { useQuery } from '@tanstack/react-query'
import { CalendarDays, Plus } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { appointmentPageTexts } from '#domain/texts/appointments.ts'
import { dateIn } from '#domain/values/zones.ts'
import { EmptyState } from '#web/components/empty-state.tsx'
import { ErrorState } from '#web/components/error-state.tsx'
import { Button } from '#web/components/ui/button.tsx'
import { Loading, Skeleton } from '#web/components/ui/skeleton.tsx'
import type { Clinic } from '#web/lib/clinic/current-clinic.ts'
import { useCan } from '#web/lib/clinic/use-can.ts'
import { serverNow } from '#web/lib/page/clock.ts'
import type { NewVisit } from '../booking/appointment-dialog.tsx'
import {
  openVisitsQuery,
  providersQuery,
  roomsQuery,
  type TeamVisit,
  visitsQuery,
  visitTypesQuery,
} from '../booking/queries.ts'
import { useVisitActions } from '../booking/use-visit-actions.ts'
import { useVisitFilters } from './use-visit-filters.ts'
import { type VisitDialog, VisitDialogs } from './visit-dialogs.tsx'
import { VisitFilters } from './visit-filters.tsx'
import { VisitList } from './visit-list.tsx'

const texts = appointmentPageTexts
const pageSize = 100
/** Older visits are under the filter of past ones. */
const stepBackDays = 90

/** Start of a list's first and last visit, as ISO instants. */
export interface VisitSpan {
  from: string
  until: string
  firstId: string
}

/** List View: search, filter and visits by day with their actions (docs/specification.md B2.15, B4). */
export function TeamAppointments({
  clinic,
  isScheduling,
  lessonOf,
  onScheduled,
}: {
  clinic: Clinic
  /** set while another button's dialog for a new visit is open */
  isScheduling: NewVisit | null
  /** content shown in a visit @param span from the first to the last visit of the list, to read all lessons at once */
  lessonOf?(visit: TeamVisit, span: VisitSpan): ReactNode
  onScheduled(): void
}) {
  const may = useCan()
  const list = useVisitFilters()
  const [size, setSize] = useState(pageSize)
  const [daysBack, setDaysBack] = useState(0)
  const [dialog, setDialog] = useState<VisitDialog | null>(null)
  const today = dateIn(serverNow(), clinic.time_zone)
  const slug = clinic.subdomain
  const types = useQuery(visitTypesQuery(slug))
  const providers = useQuery(providersQuery(slug))
  const rooms = useQuery(roomsQuery(slug))
  const visits = useQuery(
    visitsQuery(slug, {
      filter: list.filter,
      search: list.asked,
      today,
      size,
      daysBack,
      visitId: list.visitId,
    }),
  )
  const open = useQuery(openVisitsQuery(slug)).data?.count ?? 0
  const actions = useVisitActions(slug)
  const { mark } = actions
  const intents = {
    mark: (visit: TeamVisit, step: Parameters<typeof mark.mutate>[0]['step']) =>
      mark.isPending || mark.mutate({ visit, step }),
    reschedule: (visit: TeamVisit) => setDialog({ is: 'change', visit }),
    cancel: (visit: TeamVisit) => setDialog({ is: 'cancel', visit }),
  }
  const reads = [types, providers, visits]
  const isFromToday = !list.isFiltered
  const { filter, asked } = list
  const none = asked === '' && (filter === 'open' || filter === 'requested') ? texts.none[filter] : null
  // past visits are read newest first: the oldest is the extra one
  const shown = list.filter === 'past' ? visits.data?.slice(-size) : visits.data?.slice(0, size)
  const [first] = shown ?? []
  const last = shown?.at(-1)
  const span = first && last && { from: first.startsAt, until: last.startsAt, firstId: first.id }

  return (
    <div className="space-y-6">
      <VisitFilters
        search={list.search}
        filter={list.filter}
        onSearch={list.setSearch}
        onFilter={list.choose}
      />
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 empty:hidden">
        {open > 0 && ['all', 'past'].includes(list.filter) && (
          <button type="button" className="link min-h-11 sm:min-h-0" onClick={() => list.choose('open')}>
            {texts.open(open)}
          </button>
        )}
        {(isFromToday || (list.filter === 'past' && (visits.data?.length ?? 0) > size)) && (
          <Button
            variant="quiet"
            size="small"
            className="-ml-3 sm:-mr-3 sm:ml-auto"
            onClick={() =>
              isFromToday ? setDaysBack(daysBack > 0 ? 0 : stepBackDays) : setSize((now) => now + pageSize)
            }
          >
            {isFromToday && daysBack > 0 ? texts.hideEarlier : texts.earlier}
          </Button>
        )}
      </div>
      {reads.some(({ isPending }) => isPending) ? (
        <Loading>
          <Skeleton className="h-6 w-40" />
          <Skeleton className="mt-4 h-40 rounded-card" />
          <Skeleton className="mt-8 h-40 rounded-card" />
        </Loading>
      ) : !shown || !types.data || !providers.data ? (
        <ErrorState
          title={texts.failed}
          onRetry={() => reads.forEach((read) => void (read.isError && read.refetch()))}
        />
      ) : (
        <>
          {list.visitId && shown.length > 0 && (
            <Button variant="outline" size="small" onClick={list.clear}>
              {texts.clear}
            </Button>
          )}
          {shown.length === 0 ? (
            <EmptyState
              icon={CalendarDays}
              title={none?.title ?? (list.isFiltered ? texts.noMatch : texts.noneTitle)}
              action={
                list.isFiltered && (
                  <Button variant="outline" onClick={list.clear}>
                    {texts.clear}
                  </Button>
                )
              }
            >
              {none?.text ?? (list.isFiltered ? texts.noMatchText : texts.noneText)}
            </EmptyState>
          ) : (
            <VisitList
              visits={shown}
              types={types.data}
              providers={providers.data}
              rooms={rooms.data ?? []}
              today={today}
              {...(lessonOf && span && { lessonOf: (visit: TeamVisit) => lessonOf(visit, span) })}
              intents={intents}
              onOpen={(visit) => setDialog({ is: 'details', visit })}
            />
          )}
          {list.filter !== 'past' && (visits.data?.length ?? 0) > size && (
            <Button variant="outline" onClick={() => setSize((now) => now + pageSize)}>
              {texts.more}
            </Button>
          )}
          {may('appointments:write') && shown.length > 0 && (
            <p className="hidden text-note text-muted sm:block">{texts.keys}</p>
          )}
        </>
      )}
      {types.data && providers.data && (
        <VisitDialogs
          {...{ clinic, today, actions, types: types.data, providers: providers.data }}
          visits={shown ?? []}
          rooms={rooms.data ?? []}
          {...(lessonOf && span && { lessonOf: (visit: TeamVisit) => lessonOf(visit, span) })}
          dialog={dialog ?? (isScheduling && { is: 'change', visit: isScheduling })}
          onDialog={(next) => (dialog ? setDialog(next) : onScheduled())}
        />
      )}
    </div>
  )
}

export function ScheduleButton({ onClick }: { onClick(): void }) {
  const may = useCan()
  if (!may('appointments:write')) return null
  return (
    <Button onClick={onClick}>
      <Plus aria-hidden className="max-[24rem]:hidden" />
      {texts.schedule}
    </Button>
  )
}

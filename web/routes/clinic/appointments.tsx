import { useQuery } from '@tanstack/react-query'
import { CalendarSync } from 'lucide-react'
import { lazy, Suspense } from 'react'
import { useLocation, useSearchParams } from 'react-router'
import { dateOrNull } from '#domain/calendar/period.ts'
import { appointmentPageTexts, moveVisitsTexts } from '#domain/texts/appointments.ts'
import { calendarTexts, visitCallTexts } from '#domain/texts/calendar.ts'
import { teamWaitlistTexts } from '#domain/texts/waitlist.ts'
import { PageHeading } from '#web/components/page/page-heading.tsx'
import { Button } from '#web/components/ui/button.tsx'
import { cn } from '#web/components/ui/class-names.ts'
import { drawnLate } from '#web/components/ui/layers/late-layer.tsx'
import { Loading, Skeleton } from '#web/components/ui/skeleton.tsx'
import { Tabs, TabsContent, TabsList, TabsTrigger } from '#web/components/ui/tabs.tsx'
import type { NewVisit } from '#web/features/appointments/booking/appointment-dialog.tsx'
import { ScheduleButton, TeamAppointments } from '#web/features/appointments/calendar/team-appointments.tsx'
import { countCalls, visitCallsQuery } from '#web/features/appointments/calls/call-queries.ts'
import { TeamWaitlist } from '#web/features/appointments/waitlist/team-waitlist.tsx'
import { LessonInList, LessonOfVisit } from '#web/features/visit-lessons/visit-lesson.tsx'
import { useClinic } from '#web/lib/clinic/current-clinic.ts'
import { useCan } from '#web/lib/clinic/use-can.ts'
import { useTab } from '#web/lib/hooks/use-tab.ts'
import { loadPart } from '#web/lib/page/page-chunks.ts'

const texts = appointmentPageTexts
const CalendarView = lazy(() =>
  loadPart(() => import('#web/features/appointments/calendar/calendar-view.tsx')),
)

const HandoverDialog = drawnLate(() => import('#web/features/appointments/handover/handover-dialog.tsx'))

const CallList = lazy(() => loadPart(() => import('#web/features/appointments/calls/call-list.tsx')))

/**
 * The clinic's appointments (docs/specification.md B2.15). `?schedule` and `?handover` open a dialog, for links from
 * elsewhere.
 */
export default function Appointments() {
  const clinic = useClinic()
  const may = useCan()
  const [query, setQuery] = useSearchParams()
  const [tab, choose] = useTab(['list', 'calendar', 'waitlist', 'calls'])
  const { data: calls } = useQuery(visitCallsQuery(clinic.subdomain))
  const toCall = calls ? countCalls(calls) : 0
  const isOpen = query.has('schedule') && may('appointments:write')
  const state = useLocation().state as { patient?: NewVisit['patient'] } | null

  function setOpen(isOpening: boolean): void {
    setQuery(
      (now) => {
        if (isOpening) now.set('schedule', '1')
        else now.delete('schedule')
        return now
      },
      { replace: true, preventScrollReset: true },
    )
  }

  const mayMove = may('appointments:write')
  const on = query.get('on')
  /** @param providerId null closes the dialog; `choose`: no provider yet */
  function setHandover(providerId: string | null, from?: string | null): void {
    setQuery(
      (now) => {
        for (const key of ['handover', 'from', 'until']) now.delete(key)
        if (providerId) now.set('handover', providerId)
        if (providerId && from) now.set('from', from)
        return now
      },
      { replace: true, preventScrollReset: true },
    )
  }

  const scheduling = {
    isScheduling: isOpen ? { patient: state?.patient } : null,
    onScheduled: () => setOpen(false),
  }
  return (
    <>
      <PageHeading
        title={texts.title}
        site={clinic.name}
        actions={
          <>
            {mayMove && (
              <Button
                variant="outline"
                onClick={() => setHandover(query.get('provider') ?? 'choose', tab === 'calendar' ? on : null)}
              >
                <CalendarSync aria-hidden className="max-sm:hidden" />
                {moveVisitsTexts.open}
              </Button>
            )}
            <ScheduleButton onClick={() => setOpen(true)} />
          </>
        }
        className={cn((tab === 'calendar' || tab === 'calls') && 'print:hidden')}
      />
      <Tabs value={tab} onValueChange={choose} className="mt-2">
        <TabsList aria-label={texts.views.label} className="print:hidden">
          <TabsTrigger value="list">{texts.views.list}</TabsTrigger>
          <TabsTrigger value="calendar">{calendarTexts.tab}</TabsTrigger>
          <TabsTrigger value="waitlist">{teamWaitlistTexts.tab}</TabsTrigger>
          {(toCall > 0 || calls?.calls.length || tab === 'calls') && (
            <TabsTrigger value="calls">{visitCallTexts.tab(toCall)}</TabsTrigger>
          )}
        </TabsList>
        <TabsContent value="list">
          <TeamAppointments
            clinic={clinic}
            {...scheduling}
            lessonOf={({ id }, span) => (
              <LessonInList slug={clinic.subdomain} appointmentId={id} span={span} />
            )}
          />
        </TabsContent>
        <TabsContent value="calendar" className="-mt-3">
          <Suspense
            fallback={
              <Loading>
                <Skeleton className="h-120 rounded-card" />
              </Loading>
            }
          >
            <CalendarView
              clinic={clinic}
              {...scheduling}
              onHandover={setHandover}
              lessonOf={({ id }) => <LessonOfVisit slug={clinic.subdomain} appointmentId={id} />}
            />
          </Suspense>
        </TabsContent>
        <TabsContent value="waitlist">
          <TeamWaitlist clinic={clinic} />
        </TabsContent>
        <TabsContent value="calls">
          <Suspense
            fallback={
              <Loading>
                <Skeleton className="h-60 rounded-card" />
              </Loading>
            }
          >
            <CallList clinic={clinic} />
          </Suspense>
        </TabsContent>
      </Tabs>
      {mayMove && query.has('handover') && (
        <HandoverDialog
          key={query.get('handover')}
          clinic={clinic}
          first={{
            providerId: query.get('handover') ?? '',
            from: dateOrNull(query.get('from')),
            until: dateOrNull(query.get('until')),
          }}
          onClose={() => setHandover(null)}
        />
      )}
    </>
  )
}

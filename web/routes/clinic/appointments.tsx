import { useQuery } from '@tanstack/react-query'
import { lazy, Suspense } from 'react'
import { useLocation, useSearchParams } from 'react-router'
import { appointmentPageTexts } from '#domain/texts/appointments.ts'
import { calendarTexts, visitCallTexts } from '#domain/texts/calendar.ts'
import { teamWaitlistTexts } from '#domain/texts/waitlist.ts'
import { PageHeading } from '#web/components/page/page-heading.tsx'
import { cn } from '#web/components/ui/class-names.ts'
import { Loading, Skeleton } from '#web/components/ui/skeleton.tsx'
import { Tabs, TabsContent, TabsList, TabsTrigger } from '#web/components/ui/tabs.tsx'
import type { NewVisit } from '#web/features/appointments/booking/appointment-dialog.tsx'
import { ScheduleButton, TeamAppointments } from '#web/features/appointments/calendar/team-appointments.tsx'
import { visitCallsQuery } from '#web/features/appointments/calls/call-queries.ts'
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

const CallList = lazy(() => loadPart(() => import('#web/features/appointments/calls/call-list.tsx')))

/** The clinic's appointments (docs/specification.md B2.15). `?schedule` opens the dialog, for links from elsewhere. */
export default function Appointments() {
  const clinic = useClinic()
  const may = useCan()
  const [query, setQuery] = useSearchParams()
  const [tab, choose] = useTab(['list', 'calendar', 'waitlist', 'calls'])
  const calls = useQuery(visitCallsQuery(clinic.subdomain)).data?.calls ?? []
  const toCall = calls.filter(({ called }) => !called).length
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

  const scheduling = {
    isScheduling: isOpen ? { patient: state?.patient } : null,
    onScheduled: () => setOpen(false),
  }
  return (
    <>
      <PageHeading
        title={texts.title}
        site={clinic.name}
        actions={<ScheduleButton onClick={() => setOpen(true)} />}
        className={cn((tab === 'calendar' || tab === 'calls') && 'print:hidden')}
      />
      <Tabs value={tab} onValueChange={choose} className="mt-2">
        <TabsList aria-label={texts.views.label} className="print:hidden">
          <TabsTrigger value="list">{texts.views.list}</TabsTrigger>
          <TabsTrigger value="calendar">{calendarTexts.tab}</TabsTrigger>
          <TabsTrigger value="waitlist">{teamWaitlistTexts.tab}</TabsTrigger>
          {(calls.length > 0 || tab === 'calls') && (
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
    </>
  )
}

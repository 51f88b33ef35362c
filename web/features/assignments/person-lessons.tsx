import { useMutation, useQuery } from '@tanstack/react-query'
import { Plus } from 'lucide-react'
import { useState } from 'react'
import { type AssignmentState, assignmentState } from '#domain/assignments/assignments.ts'
import { assignmentTexts } from '#domain/texts/assignments.ts'
import { dateIn } from '#domain/values/zones.ts'
import { DateText } from '#web/components/date-text.tsx'
import { useFirstRows } from '#web/components/first-rows.tsx'
import { SectionCard } from '#web/components/page/section-card.tsx'
import { ReadRows } from '#web/components/read-rows.tsx'
import { RowAction } from '#web/components/row-action.tsx'
import { Badge } from '#web/components/ui/badge.tsx'
import { Button } from '#web/components/ui/button.tsx'
import { toast } from '#web/components/ui/toast.ts'
import type { Clinic } from '#web/lib/clinic/current-clinic.ts'
import { useCan } from '#web/lib/clinic/use-can.ts'
import { callFunction } from '#web/lib/fetch/api.ts'
import { useRefreshClinic } from '#web/lib/fetch/refresh-clinic.ts'
import { describeRefusal } from '#web/lib/fetch/refusals.ts'
import { serverNow } from '#web/lib/page/clock.ts'
import { AssignDialog } from './assign-dialog.tsx'
import { PersonPrograms } from './person-programs.tsx'
import { type PersonLesson, personLessonsQuery } from './queries.ts'

const texts = assignmentTexts.person
const shownAtFirst = 6
const tones = {
  completed: 'success',
  overdue: 'danger',
  open: 'info',
  waiting: 'neutral',
  withdrawn: 'neutral',
} as const satisfies Record<AssignmentState, string>

export function PersonLessons({
  patientId,
  name,
  clinic,
}: {
  patientId: string
  name: string
  clinic: Clinic
}) {
  const may = useCan()
  const lessons = useQuery(personLessonsQuery(clinic.subdomain, patientId))
  const [isAssigning, setAssigning] = useState(false)
  const withdraw = useWithdraw()
  const rows = useFirstRows(lessons.data, shownAtFirst)
  return (
    <SectionCard
      title={texts.title}
      note={texts.lead(name)}
      actions={
        may('lessons:assign') && (
          <Button variant="outline" size="small" onClick={() => setAssigning(true)}>
            <Plus aria-hidden />
            {texts.assign}
          </Button>
        )
      }
    >
      <PersonPrograms patientId={patientId} clinic={clinic} />
      <ReadRows
        read={lessons}
        of={rows}
        texts={texts}
        row={(lesson) => (
          <Lesson
            key={lesson.id}
            lesson={lesson}
            timeZone={clinic.time_zone}
            isBusy={withdraw.isPending}
            onWithdraw={
              may('lessons:assign')
                ? () => withdraw.mutate({ assignmentId: lesson.id, isWithdrawn: true })
                : null
            }
          />
        )}
      />
      <AssignDialog
        clinic={clinic}
        open={isAssigning ? { patient: { id: patientId, name } } : null}
        onClose={() => setAssigning(false)}
      />
    </SectionCard>
  )
}

function Lesson({
  lesson,
  timeZone,
  isBusy,
  onWithdraw,
}: {
  lesson: PersonLesson
  timeZone: string
  isBusy: boolean
  onWithdraw: (() => void) | null
}) {
  const now = serverNow()
  const state = assignmentState(lesson, now, dateIn(now, timeZone))
  const isRunning = state !== 'completed' && state !== 'withdrawn'
  return (
    <li className="flex items-start justify-between gap-3 py-3 first:pt-0 last:pb-0">
      <div className="min-w-0">
        <p className="flex flex-wrap items-center gap-x-2 gap-y-1">
          <span className="min-w-0 font-semibold break-words">{lesson.title}</span>
          <Badge tone={tones[state]}>{assignmentTexts.states[state]}</Badge>
        </p>
        {lesson.reason && (
          <p className="mt-0.5 text-form break-words">
            {texts.why} {lesson.reason}
          </p>
        )}
        <p className="mt-1 text-note text-muted">
          {texts.assignedOn} <DateText value={lesson.assignedAt} />
          {state === 'waiting' && (
            <>
              {' · '}
              {texts.opens} <DateText value={lesson.opensAt} />
            </>
          )}
          {lesson.dueOn && isRunning && (
            <>
              {' · '}
              {texts.due} <DateText value={lesson.dueOn} />
            </>
          )}
          {lesson.completedAt && (
            <>
              {' · '}
              {texts.completedOn} <DateText value={lesson.completedAt} />
            </>
          )}
          {lesson.isSuperseded && isRunning && ` · ${texts.olderVersion}`}
        </p>
      </div>
      {onWithdraw && isRunning && (
        <RowAction
          label={texts.take}
          name={texts.takeNamed(lesson.title)}
          isBusy={isBusy}
          onAct={onWithdraw}
        />
      )}
    </li>
  )
}

function useWithdraw() {
  const refresh = useRefreshClinic()
  const withdraw = useMutation({
    mutationFn: (input: { assignmentId: string; isWithdrawn: boolean }) =>
      callFunction('withdraw-assignment', input),
    onSuccess: (_answer, { assignmentId, isWithdrawn }) => {
      if (isWithdrawn)
        toast.success(texts.taken, {
          action: { label: texts.undo, onClick: () => withdraw.mutate({ assignmentId, isWithdrawn: false }) },
        })
    },
    onError: (error) => toast.error(texts.takeFailed, describeRefusal(error, assignmentTexts.tryAgain)),
    onSettled: () => refresh(),
  })
  return withdraw
}

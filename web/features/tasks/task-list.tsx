import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { taskTexts } from '#domain/texts/tasks.ts'
import { dateIn } from '#domain/values/zones.ts'
import { ErrorState } from '#web/components/error-state.tsx'
import { Button } from '#web/components/ui/button.tsx'
import { Loading, Skeleton } from '#web/components/ui/skeleton.tsx'
import { colleaguesQuery } from '#web/lib/clinic/colleagues.ts'
import type { Clinic } from '#web/lib/clinic/current-clinic.ts'
import { useCan } from '#web/lib/clinic/use-can.ts'
import { serverNow } from '#web/lib/page/clock.ts'
import { type TaskScope, tasksQuery } from './queries.ts'
import { TaskRow } from './task-row.tsx'
import { useCompleteTask } from './use-complete-task.ts'

const texts = taskTexts
/** Long lists show a few rows (docs/look.md "Decided on real screens"). */
const shownRows = 8

/** Tasks by urgency; recently done ones behind a button. @param empty shown without tasks */
export function TaskList({
  clinic,
  userId,
  scope,
  empty,
  onEdit,
}: {
  clinic: Clinic
  userId: string
  scope: TaskScope
  empty: string
  onEdit(taskId: string): void
}) {
  const tasks = useQuery(tasksQuery(clinic, scope))
  const hasOthers = typeof scope === 'string' || 'patientId' in scope
  const hasNames =
    hasOthers && (tasks.data ?? []).some(({ assigneeId }) => assigneeId && assigneeId !== userId)
  const colleagues = useQuery({ ...colleaguesQuery(clinic, 'tasks:write'), enabled: hasNames })
  const complete = useCompleteTask(clinic.subdomain)
  const may = useCan()
  const [withDone, setWithDone] = useState(false)
  const [isWhole, setWhole] = useState(false)
  if (tasks.isPending) {
    return (
      <Loading label={texts.loading}>
        <Skeleton className="h-12" />
        <Skeleton className="mt-2 h-12" />
      </Loading>
    )
  }
  if (!tasks.data) return <ErrorState title={texts.failed} onRetry={() => void tasks.refetch()} />

  const today = dateIn(serverNow(), clinic.time_zone)
  // a task just done stays in place until the refetch, so that the next is not clicked by mistake
  const open = tasks.data.filter(({ isDone, doneAt }) => !isDone || doneAt === null)
  const done = tasks.data.filter(({ doneAt }) => doneAt !== null)
  const shown = isWhole ? open : open.slice(0, shownRows)
  const nameOf = (id: string | null) => {
    if (!hasOthers) return null
    if (id === userId) return texts.you
    return colleagues.data?.find((colleague) => colleague.userId === id)?.name ?? texts.nobody
  }
  return (
    <>
      {open.length === 0 && <p className="mt-3 text-muted">{empty}</p>}
      <ul className="mt-2 divide-y divide-line">
        {[...shown, ...(withDone ? done : [])].map((task) => (
          <TaskRow
            key={task.id}
            task={task}
            today={today}
            timeZone={clinic.time_zone}
            assignee={nameOf(task.assigneeId)}
            withPatient={typeof scope === 'string' || 'assigneeId' in scope}
            isOpenToChange={may('tasks:write')}
            onComplete={(isDone) => complete.mutate({ taskId: task.id, isDone })}
            onEdit={() => onEdit(task.id)}
          />
        ))}
      </ul>
      <div className="-mb-2 flex flex-wrap gap-x-4">
        {shown.length < open.length && (
          <Button variant="link" onClick={() => setWhole(true)}>
            {texts.more(open.length - shown.length)}
          </Button>
        )}
        {done.length > 0 && (
          <Button variant="link" aria-expanded={withDone} onClick={() => setWithDone(!withDone)}>
            {withDone ? texts.hideDone : texts.showDone}
          </Button>
        )}
      </div>
    </>
  )
}

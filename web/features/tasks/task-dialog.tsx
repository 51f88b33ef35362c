import { useQuery } from '@tanstack/react-query'
import { lazy, Suspense } from 'react'
import { taskTexts } from '#domain/texts/tasks.ts'
import { ErrorState } from '#web/components/error-state.tsx'
import { GuardedDialog } from '#web/components/ui/guarded-dialog.tsx'
import { Loading, Skeleton } from '#web/components/ui/skeleton.tsx'
import { colleaguesQuery } from '#web/lib/clinic/colleagues.ts'
import type { Clinic } from '#web/lib/clinic/current-clinic.ts'
import { loadPart } from '#web/lib/page/page-chunks.ts'
import { taskQuery } from './queries.ts'

const texts = taskTexts.form

const TaskEditor = lazy(() => loadPart(() => import('./task-editor.tsx')))

interface Patient {
  id: string
  name: string
}

export type OpenTask = { about: Patient | null } | { taskId: string }

/** Creates or edits a task. The form is mounted only while open. */
export function TaskDialog({
  clinic,
  userId,
  open,
  onClose,
}: {
  clinic: Clinic
  userId: string
  open: OpenTask | null
  onClose(): void
}) {
  const isNew = open !== null && 'about' in open
  return (
    <GuardedDialog
      isOpen={open !== null}
      onOpenChange={(isOpen) => !isOpen && onClose()}
      title={isNew ? texts.newTitle : texts.editTitle}
      description={texts.lead}
    >
      {open !== null && <Content clinic={clinic} userId={userId} open={open} onClose={onClose} />}
    </GuardedDialog>
  )
}

function Content({
  clinic,
  userId,
  open,
  onClose,
}: {
  clinic: Clinic
  userId: string
  open: OpenTask
  onClose(): void
}) {
  const colleagues = useQuery(colleaguesQuery(clinic, 'tasks:write'))
  const taskId = 'taskId' in open ? open.taskId : null
  const task = useQuery({ ...taskQuery(clinic, taskId ?? ''), enabled: taskId !== null })
  if (colleagues.isError || task.isError) {
    return (
      <ErrorState
        title={taskTexts.failed}
        onRetry={() => {
          void colleagues.refetch()
          if (taskId) void task.refetch()
        }}
      />
    )
  }
  if (!colleagues.data || (taskId && task.isPending)) {
    return <FormLoading />
  }
  if (taskId && !task.data) return <p className="text-muted">{taskTexts.gone}</p>
  return (
    <Suspense fallback={<FormLoading />}>
      <TaskEditor
        clinic={clinic}
        userId={userId}
        colleagues={colleagues.data}
        task={task.data ?? null}
        about={'about' in open ? open.about : (task.data?.patient ?? null)}
        onClose={onClose}
      />
    </Suspense>
  )
}

function FormLoading() {
  return (
    <Loading label={taskTexts.loading}>
      <Skeleton className="h-11" />
      <Skeleton className="mt-4 h-11" />
      <Skeleton className="mt-4 h-11" />
    </Loading>
  )
}

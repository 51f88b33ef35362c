import { useQuery } from '@tanstack/react-query'
import { Plus } from 'lucide-react'
import { useId, useState } from 'react'
import { useSearchParams } from 'react-router'
import { taskTexts } from '#domain/texts/tasks.ts'
import { SectionCard } from '#web/components/page/section-card.tsx'
import { Button } from '#web/components/ui/button.tsx'
import { Card, CardTitle } from '#web/components/ui/card.tsx'
import { Select } from '#web/components/ui/select.tsx'
import type { Clinic } from '#web/lib/clinic/current-clinic.ts'
import { useCan } from '#web/lib/clinic/use-can.ts'
import { useSession } from '#web/lib/session/session-context.ts'
import { tasksQuery } from './queries.ts'
import { type OpenTask, TaskDialog } from './task-dialog.tsx'
import { TaskList } from './task-list.tsx'

const texts = taskTexts

/** Today's tasks, the user's or all. `?task=ID`, a notice's link, opens that task. */
export function TasksCard({ clinic }: { clinic: Clinic }) {
  const id = useId()
  const { user } = useSession()
  const may = useCan()
  const [whose, setWhose] = useState<'mine' | 'all'>('mine')
  const [isNew, setNew] = useState(false)
  const [query, setQuery] = useSearchParams()
  const taskId = query.get('task')
  if (!user || !may('tasks:read')) return null
  const choose = (chosen: string | null) =>
    setQuery(
      (before) => {
        const next = new URLSearchParams(before)
        if (chosen) next.set('task', chosen)
        else next.delete('task')
        return next
      },
      { replace: true },
    )
  const open: OpenTask | null = isNew ? { about: null } : taskId && may('tasks:write') ? { taskId } : null
  return (
    <Card role="region" aria-labelledby={id}>
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
        <CardTitle id={id}>{texts.title}</CardTitle>
        <div className="flex flex-wrap items-center gap-2">
          <Select
            aria-label={texts.whose.label}
            value={whose}
            onChange={({ target }) => setWhose(target.value === 'all' ? 'all' : 'mine')}
          >
            <option value="mine">{texts.whose.mine}</option>
            <option value="all">{texts.whose.all}</option>
          </Select>
          {may('tasks:write') && (
            <Button variant="outline" onClick={() => setNew(true)}>
              <Plus aria-hidden />
              {texts.add}
            </Button>
          )}
        </div>
      </div>
      <TaskList
        clinic={clinic}
        userId={user.id}
        scope={whose === 'all' ? 'everybody' : { assigneeId: user.id }}
        empty={texts.none[whose]}
        onEdit={choose}
      />
      <TaskDialog
        clinic={clinic}
        userId={user.id}
        open={open}
        onClose={() => {
          setNew(false)
          if (taskId) choose(null)
        }}
      />
    </Card>
  )
}

export function PersonTasks({ clinic, patient }: { clinic: Clinic; patient: { id: string; name: string } }) {
  const { user } = useSession()
  const may = useCan()
  const [open, setOpen] = useState<OpenTask | null>(null)
  const isReader = user !== null && may('tasks:read')
  const tasks = useQuery({ ...tasksQuery(clinic, { patientId: patient.id }), enabled: isReader })
  if (!isReader) return null
  const isEmpty = tasks.data?.length === 0
  return (
    <>
      <SectionCard
        title={texts.title}
        note={isEmpty ? texts.none.person : undefined}
        actions={
          may('tasks:write') && (
            <Button variant="outline" size="small" onClick={() => setOpen({ about: patient })}>
              <Plus aria-hidden />
              {texts.add}
            </Button>
          )
        }
      >
        {!isEmpty && (
          <TaskList
            clinic={clinic}
            userId={user.id}
            scope={{ patientId: patient.id }}
            empty={texts.none.person}
            onEdit={(taskId) => setOpen({ taskId })}
          />
        )}
      </SectionCard>
      <TaskDialog clinic={clinic} userId={user.id} open={open} onClose={() => setOpen(null)} />
    </>
  )
}

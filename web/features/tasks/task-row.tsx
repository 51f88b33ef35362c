import { useId } from 'react'
import { Link } from 'react-router'
import { personPath } from '#domain/paths.ts'
import { isOverdue } from '#domain/tasks/tasks.ts'
import { taskTexts } from '#domain/texts/tasks.ts'
import { dateInText } from '#domain/values/dates.ts'
import { Checkbox } from '#web/components/ui/checkbox.tsx'
import { cn } from '#web/components/ui/class-names.ts'
import { withClinic } from '#web/lib/clinic/clinic-address.ts'
import type { Task } from './queries.ts'

const texts = taskTexts

/**
 * @param today the clinic's date, YYYY-MM-DD
 * @param assignee name; null hides it
 * @param isOpenToChange false for readers
 */
export function TaskRow({
  task,
  today,
  timeZone,
  assignee,
  withPatient,
  isOpenToChange,
  onComplete,
  onEdit,
}: {
  task: Task
  today: string
  timeZone: string
  assignee: string | null
  withPatient: boolean
  isOpenToChange: boolean
  onComplete(isDone: boolean): void
  onEdit(): void
}) {
  const id = useId()
  const { title, patient, isDone } = task
  const isLate = isOverdue(task, today)
  const when = whenText(task, today, timeZone)
  return (
    <li className="flex min-h-14 items-start gap-3 py-2 text-form">
      <label htmlFor={id} className="-my-1 -ml-2 grid size-11 flex-none cursor-pointer place-items-center">
        <Checkbox
          id={id}
          checked={isDone}
          disabled={!isOpenToChange}
          aria-label={texts.markDone(title)}
          onChange={({ target }) => onComplete(target.checked)}
        />
      </label>
      <span className="min-w-0 flex-1 pt-1">
        {isOpenToChange ? (
          <button
            type="button"
            aria-label={texts.edit(title)}
            onClick={onEdit}
            className={cn(
              'block min-h-6 max-w-full text-left font-semibold break-words hover:underline',
              isDone && 'text-muted line-through',
            )}
          >
            {title}
          </button>
        ) : (
          <span className={cn('block font-semibold break-words', isDone && 'text-muted line-through')}>
            {title}
          </span>
        )}
        <span className="flex flex-wrap gap-x-3 text-note leading-6 text-muted">
          {withPatient && patient && (
            <Link
              to={withClinic(personPath(patient.id))}
              className="max-w-full truncate leading-6 hover:underline"
            >
              {patient.name}
            </Link>
          )}
          {assignee !== null && <span>{assignee}</span>}
          {when && <span className={cn('tabular-nums', isLate && 'font-semibold text-danger')}>{when}</span>}
        </span>
      </span>
    </li>
  )
}

function whenText(task: Task, today: string, timeZone: string): string | null {
  if (task.isDone) return task.doneAt && texts.done(dateInText(task.doneAt, timeZone))
  if (!task.dueOn) return null
  if (isOverdue(task, today)) return texts.overdue(dateInText(task.dueOn))
  return task.dueOn === today ? texts.dueToday : texts.due(dateInText(task.dueOn))
}

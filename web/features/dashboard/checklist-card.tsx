import { Check } from 'lucide-react'
import { useId } from 'react'
import { Link } from 'react-router'
import type { SetupChecklist, SetupStep } from '#domain/dashboard/setup-checklist.ts'
import { dashboardTexts } from '#domain/texts/dashboard.ts'
import { Button } from '#web/components/ui/button.tsx'
import { Card, CardTitle } from '#web/components/ui/card.tsx'
import { cn } from '#web/components/ui/class-names.ts'
import { Progress } from '#web/components/ui/progress.tsx'
import { withClinic } from '#web/lib/clinic/clinic-address.ts'

const texts = dashboardTexts.setup

/** The set-up steps, each with a link to its page. @param pathOf path of a step's page */
export function ChecklistCard({
  checklist,
  pathOf,
}: {
  checklist: SetupChecklist
  pathOf: Record<SetupStep, string>
}) {
  const id = useId()
  const done = checklist.steps.filter(({ isDone }) => isDone).length
  const next = checklist.steps.find(({ isDone }) => !isDone)
  return (
    <Card fold role="region" aria-labelledby={id}>
      <div className="flex flex-wrap items-baseline justify-between gap-x-4 pr-10">
        <CardTitle id={id}>{texts.title}</CardTitle>
        <p className="text-form text-muted tabular-nums">{texts.progress(done, checklist.steps.length)}</p>
      </div>
      <Progress className="mt-3" value={done} max={checklist.steps.length} label={texts.progressLabel} />
      <ol className="mt-5 -mx-3 space-y-1">
        {checklist.steps.map(({ key, isDone }, index) => (
          <Step
            key={key}
            step={key}
            number={index + 1}
            isDone={isDone}
            isNext={key === next?.key}
            path={pathOf[key]}
          />
        ))}
      </ol>
    </Card>
  )
}

function Step({
  step,
  number,
  isDone,
  isNext,
  path,
}: {
  step: SetupStep
  number: number
  isDone: boolean
  isNext: boolean
  path: string
}) {
  const { title, text, action } = texts.steps[step]
  return (
    <li
      className={cn(
        'grid grid-cols-[auto_minmax(0,1fr)] items-center gap-x-4 gap-y-3 rounded-control px-3 py-3 sm:grid-cols-[auto_minmax(0,1fr)_auto]',
        isNext && 'bg-tint',
      )}
    >
      <span
        aria-hidden="true"
        className={cn(
          'grid size-8 flex-none place-items-center rounded-full text-form font-semibold tabular-nums',
          isDone ? 'bg-primary text-on-primary' : 'border border-control text-muted',
          isNext && 'border-primary text-primary',
        )}
      >
        {isDone ? <Check className="size-4.5" strokeWidth={2.5} /> : number}
      </span>
      <span>
        <span className={cn('block font-semibold', isDone && 'text-muted')}>
          {title}
          {isDone && <span className="sr-only">, {texts.done}</span>}
        </span>
        {!isDone && <span className="block text-form text-muted">{text}</span>}
      </span>
      {!isDone && (
        <Button
          asChild
          variant={isNext ? 'primary' : 'quiet'}
          className="col-start-2 justify-self-start sm:col-start-3"
        >
          <Link to={withClinic(path)}>{action}</Link>
        </Button>
      )}
    </li>
  )
}

import { useMutation, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { assignmentTexts } from '#domain/texts/assignments.ts'
import { programTexts } from '#domain/texts/programs.ts'
import { DateText } from '#web/components/date-text.tsx'
import { ErrorState } from '#web/components/error-state.tsx'
import { RowAction } from '#web/components/row-action.tsx'
import { AlertDialog } from '#web/components/ui/alert-dialog.tsx'
import { toast } from '#web/components/ui/toast.ts'
import type { Clinic } from '#web/lib/clinic/current-clinic.ts'
import { useCan } from '#web/lib/clinic/use-can.ts'
import { callFunction } from '#web/lib/fetch/api.ts'
import { useRefreshClinic } from '#web/lib/fetch/refresh-clinic.ts'
import { describeRefusal } from '#web/lib/fetch/refusals.ts'
import { type PersonProgram, personProgramsQuery } from './queries.ts'

const texts = programTexts.person

export function PersonPrograms({ patientId, clinic }: { patientId: string; clinic: Clinic }) {
  const programs = useQuery(personProgramsQuery(clinic.subdomain, patientId))
  const may = useCan()
  const [ended, setEnded] = useState<PersonProgram | null>(null)
  const refresh = useRefreshClinic()
  const end = useMutation({
    mutationFn: (enrollmentId: string) => callFunction('end-enrollment', { enrollmentId }),
    onSuccess: () => toast.success(texts.ended),
    onError: (error) => toast.error(texts.endFailed, describeRefusal(error, assignmentTexts.tryAgain)),
    onSettled: () => {
      setEnded(null)
      void refresh()
    },
  })
  if (programs.isError)
    return <ErrorState title={programTexts.list.failed} onRetry={() => void programs.refetch()} />
  if (!programs.data || programs.data.length === 0) return null
  return (
    <div className="mb-5">
      <h3 className="mb-2 text-form font-semibold">{texts.title}</h3>
      <ul className="divide-y divide-line">
        {programs.data.map((program) => (
          <li key={program.id} className="flex items-start justify-between gap-3 py-3 first:pt-0 last:pb-0">
            <div className="min-w-0">
              <p className="font-semibold break-words">
                <span aria-hidden>{program.emoji}</span> {program.title}
              </p>
              <p className="text-note text-muted">
                {texts.progress(program.completed, program.lessons)} · {texts.since}{' '}
                <DateText value={program.startsOn} />
                {program.byPlan && ` · ${texts.byPlan}`}
                {program.endedAt && (
                  <>
                    {' · '}
                    {texts.endedOn} <DateText value={program.endedAt} />
                  </>
                )}
              </p>
            </div>
            {may('lessons:assign') && !program.endedAt && (
              <RowAction
                label={texts.end}
                name={texts.endNamed(program.title)}
                isBusy={end.isPending}
                onAct={() => setEnded(program)}
              />
            )}
          </li>
        ))}
      </ul>
      <AlertDialog
        open={ended !== null}
        onOpenChange={(isOpen) => isOpen || end.isPending || setEnded(null)}
        title={texts.endTitle(ended?.title ?? '')}
        consequence={texts.endText}
        safeLabel={texts.keep}
        actionLabel={texts.end}
        isBusy={end.isPending}
        onAction={() => ended && end.mutate(ended.id)}
      />
    </div>
  )
}

import { useMutation } from '@tanstack/react-query'
import { CircleCheck } from 'lucide-react'
import { isConfirmed } from '#domain/learning/completion.ts'
import { learningTexts } from '#domain/texts/learning.ts'
import { DateText } from '#web/components/date-text.tsx'
import { Button } from '#web/components/ui/button.tsx'
import { toast } from '#web/components/ui/toast.ts'
import type { Clinic } from '#web/lib/clinic/current-clinic.ts'
import { callFunction } from '#web/lib/fetch/api.ts'
import { describeRefusal } from '#web/lib/fetch/refusals.ts'
import type { OpenLesson, Reading } from './queries.ts'
import { RateLesson } from './rate-lesson.tsx'
import { useRefreshCompletion } from './use-refresh-completion.ts'

const texts = learningTexts.complete

/**
 * Lets the reader confirm that they have read a lesson, if seeing it does not complete it (docs/domain-rules.md rule
 * 43).
 */
export function CompleteCard({
  lesson,
  reading,
  clinic,
  flush,
}: {
  lesson: OpenLesson
  reading: Reading | undefined
  clinic: Clinic
  flush(): Promise<void>
}) {
  const slug = clinic.subdomain
  const refresh = useRefreshCompletion(slug, lesson.id)
  const complete = useMutation({
    mutationFn: async () => {
      await flush()
      await callFunction('complete-lesson', { itemId: lesson.id })
    },
    onError: (error) => toast.error(texts.failed, describeRefusal(error, learningTexts.tryAgain)),
    onSettled: refresh,
  })
  const completedAt = completionOf(lesson, reading)
  if (completedAt) {
    return (
      <div className="space-y-5">
        <p role="status" className="flex items-center gap-2 font-semibold">
          <CircleCheck aria-hidden className="size-5 text-success" />
          <span>
            {texts.done} · <DateText value={completedAt} />
          </span>
        </p>
        <RateLesson itemId={lesson.id} slug={slug} rating={reading?.rating ?? null} />
      </div>
    )
  }
  if (!isConfirmed(lesson.body)) return <p className="text-form text-muted">{texts.watch}</p>
  return (
    <div className="card flex flex-wrap items-center justify-between gap-4 p-5">
      <div>
        <p className="font-semibold">{texts.asks[lesson.type]}</p>
        <p className="text-form text-muted">{texts.askLead(clinic.name)}</p>
      </div>
      <Button disabled={complete.isPending} onClick={() => complete.mutate()}>
        {complete.isPending ? texts.busy : texts.actions[lesson.type]}
      </Button>
    </div>
  )
}

/** When the reader completed this version; null if not. */
export function completionOf(lesson: OpenLesson, reading: Reading | undefined): string | null {
  return reading?.completed?.versionId === lesson.versionId
    ? reading.completed.at
    : (lesson.assignment?.completedAt ?? null)
}

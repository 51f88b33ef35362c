import { useMutation, useQueryClient } from '@tanstack/react-query'
import { Star } from 'lucide-react'
import { startTransition, useId, useOptimistic } from 'react'
import { lessonRatings } from '#domain/learning/learning.ts'
import { learningTexts } from '#domain/texts/learning.ts'
import { cn } from '#web/components/ui/class-names.ts'
import { toast } from '#web/components/ui/toast.ts'
import { callFunction } from '#web/lib/fetch/api.ts'
import { describeRefusal } from '#web/lib/fetch/refusals.ts'
import { readingsKey } from './queries.ts'

const texts = learningTexts.rate

/** One to five stars: radio buttons, each with its word. Saved at once. */
export function RateLesson({
  itemId,
  slug,
  rating,
}: {
  itemId: string
  slug: string
  rating: number | null
}) {
  const name = useId()
  const queryClient = useQueryClient()
  const rate = useMutation({
    mutationFn: (chosen: number) => callFunction('rate-lesson', { itemId, rating: chosen }),
    onError: (error) => toast.error(texts.failed, describeRefusal(error, learningTexts.tryAgain)),
    onSettled: () => queryClient.invalidateQueries({ queryKey: readingsKey(slug) }),
  })
  const [value, showValue] = useOptimistic(rating ?? 0)
  const choose = (chosen: number) =>
    startTransition(async () => {
      showValue(chosen)
      // until the refetch; `onError` shows a failure
      await rate.mutateAsync(chosen).catch(() => {})
    })
  return (
    <fieldset>
      <legend className="text-form font-semibold">{texts.ask}</legend>
      <div className="mt-1 flex gap-1">
        {lessonRatings.map((each) => (
          <label
            key={each}
            className="grid size-11 cursor-pointer place-items-center rounded-control has-[:focus-visible]:outline-2 has-[:focus-visible]:outline-offset-2 has-[:focus-visible]:outline-primary"
          >
            <input
              type="radio"
              className="sr-only"
              name={name}
              checked={each === value}
              aria-label={texts.stars(each)}
              onChange={() => choose(each)}
            />
            <Star
              aria-hidden
              className={cn('size-6', each <= value ? 'fill-primary text-primary' : 'text-control')}
            />
          </label>
        ))}
      </div>
      <p className="text-note text-muted">{texts.hint}</p>
    </fieldset>
  )
}

import { CircleAlert, Star } from 'lucide-react'
import { useId } from 'react'
import { type Control, useController } from 'react-hook-form'
import { type FeedbackForm, ratings } from '#domain/feedback/feedback.ts'
import { feedbackTexts } from '#domain/texts/feedback.ts'
import { cn } from '#web/components/ui/class-names.ts'

const texts = feedbackTexts

/** One to five stars: radio buttons, each with its word. */
export function RatingField({ control }: { control: Control<FeedbackForm> }) {
  const { field, fieldState } = useController({ control, name: 'rating' })
  const { value } = field
  const error = fieldState.error?.message
  const id = useId()
  return (
    <fieldset aria-describedby={error ? `${id}-error` : undefined}>
      <legend className="mb-1.5 font-semibold">{texts.form.rating}</legend>
      <div className="flex items-center gap-1">
        {ratings.map((rating) => (
          <label
            key={rating}
            className="grid size-11 cursor-pointer place-items-center rounded-control has-[:focus-visible]:outline-2 has-[:focus-visible]:outline-offset-2 has-[:focus-visible]:outline-primary"
          >
            <input
              type="radio"
              className="sr-only"
              name={field.name}
              // target of the error summary's link
              ref={rating === ratings[0] ? field.ref : undefined}
              checked={rating === value}
              aria-label={texts.rating(rating)}
              onChange={() => field.onChange(rating)}
              onBlur={field.onBlur}
            />
            <Star
              aria-hidden
              className={cn('size-7', rating <= value ? 'fill-primary text-primary' : 'text-control')}
            />
          </label>
        ))}
        <span aria-hidden className="ml-2 text-form text-muted">
          {texts.ratingWords[value]}
        </span>
      </div>
      {error && (
        <p id={`${id}-error`} className="mt-1.5 flex items-start gap-1.5 text-note font-semibold text-danger">
          <CircleAlert aria-hidden className="mt-0.5 size-3.5 flex-none" />
          {error}
        </p>
      )}
    </fieldset>
  )
}

export function Stars({ rating }: { rating: number }) {
  return (
    <span
      role="img"
      aria-label={texts.rating(rating)}
      title={texts.rating(rating)}
      className="inline-flex gap-0.5"
    >
      {ratings.map((each) => (
        <Star
          key={each}
          aria-hidden
          className={cn('size-4', each <= rating ? 'fill-primary text-primary' : 'text-control')}
        />
      ))}
    </span>
  )
}

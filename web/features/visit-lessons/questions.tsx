import { useMutation, useQueryClient } from '@tanstack/react-query'
import { CircleCheck } from 'lucide-react'
import { useState } from 'react'
import { visitLessonTexts } from '#domain/texts/visit-lessons.ts'
import { type Understanding, understandings } from '#domain/visit-lessons/visit-lessons.ts'
import { SubmitButton } from '#web/components/form/submit-button.tsx'
import { Button } from '#web/components/ui/button.tsx'
import { Card } from '#web/components/ui/card.tsx'
import { Notice } from '#web/components/ui/notice.tsx'
import { callFunction } from '#web/lib/fetch/api.ts'
import { clinicKey } from '#web/lib/fetch/query-client.ts'
import { refusalSentence } from '#web/lib/fetch/refusals.ts'
import type { OpenVisitLesson } from './queries.ts'

const texts = visitLessonTexts.questions

export function Questions({
  slug,
  lesson,
  onBack,
  onLeave,
}: {
  slug: string
  lesson: OpenVisitLesson
  onBack(): void
  onLeave(): void
}) {
  const queryClient = useQueryClient()
  const [answers, setAnswers] = useState<(Understanding | null)[]>(lesson.questions.map(() => null))
  const [isChecked, setChecked] = useState(false)
  const finish = useMutation({
    mutationFn: () =>
      callFunction('finish-visit-lesson', {
        lessonId: lesson.id,
        answers: answers.filter((answer) => answer !== null),
      }),
    onSuccess: () => queryClient.invalidateQueries({ queryKey: clinicKey(slug, 'visit-lessons') }),
  })
  if (lesson.endedAt || finish.isSuccess) {
    return (
      <Card role="status" className="mx-auto max-w-160 space-y-2 text-center">
        <CircleCheck aria-hidden className="mx-auto size-8 text-success" />
        <p className="font-display text-h3 font-medium">{texts.finished}</p>
        <p className="text-muted">{texts.finishedLead}</p>
        <Button variant="outline" onClick={onLeave}>
          {visitLessonTexts.presenter.leave}
        </Button>
      </Card>
    )
  }
  return (
    <form
      noValidate
      className="mx-auto max-w-160 space-y-6"
      onSubmit={(event) => {
        event.preventDefault()
        setChecked(true)
        if (!finish.isPending && answers.every((answer) => answer !== null)) finish.mutate()
      }}
    >
      <div>
        <h2 className="font-display text-h3 font-medium">
          {lesson.questions.length > 0 ? texts.title : texts.none}
        </h2>
        <p className="mt-1 text-muted">{lesson.questions.length > 0 ? texts.lead : texts.noneLead}</p>
      </div>
      {finish.error && (
        <Notice tone="danger" title={texts.finishFailed}>
          <p>{refusalSentence(finish.error) ?? visitLessonTexts.tryAgain}</p>
        </Notice>
      )}
      {lesson.questions.map((question, at) => {
        const isMissing = isChecked && answers[at] === null
        const listenFor = lesson.notes.listenFor[at]
        return (
          <Card key={question}>
            <fieldset
              aria-describedby={isMissing ? `question-${at}-error` : undefined}
              aria-invalid={isMissing || undefined}
            >
              <legend className="text-lead font-semibold break-words">{question}</legend>
              {listenFor && <p className="mt-1 text-form text-muted">{texts.listenFor(listenFor)}</p>}
              <div className="mt-3 flex flex-wrap gap-x-6 gap-y-2">
                {understandings.map((result) => (
                  <label key={result} className="flex min-h-11 items-center gap-2">
                    <input
                      type="radio"
                      name={`question-${at}`}
                      className="size-4"
                      checked={answers[at] === result}
                      onChange={() => setAnswers(answers.with(at, result))}
                    />
                    {visitLessonTexts.results[result]}
                  </label>
                ))}
              </div>
              {isMissing && (
                <p id={`question-${at}-error`} role="alert" className="mt-2 text-form text-danger">
                  {texts.choose}
                </p>
              )}
            </fieldset>
          </Card>
        )
      })}
      <div className="flex flex-wrap justify-between gap-3">
        <Button variant="outline" onClick={onBack}>
          {texts.back}
        </Button>
        <Button variant="quiet" className="sm:mr-auto" onClick={onLeave}>
          {texts.leave}
        </Button>
        <SubmitButton isBusy={finish.isPending} busyText={texts.finishing}>
          {texts.finish}
        </SubmitButton>
      </div>
    </form>
  )
}

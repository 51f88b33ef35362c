import { lazy, Suspense } from 'react'
import {
  type Answers,
  type EnteredAnswer,
  type FormField,
  isFileAnswer,
  isHealthAnswer,
  isSignature,
} from '#domain/forms/forms.ts'
import type { HealthInformation } from '#domain/profiles/health-information.ts'
import { Skeleton } from '#web/components/ui/skeleton.tsx'
import { loadPart } from '#web/lib/page/page-chunks.ts'
import type { FormUploads } from './file-question.tsx'
import { HealthQuestion } from './health-question.tsx'
import { Question } from './question.tsx'

const FileQuestion = lazy(async () => ({
  default: (await loadPart(() => import('./file-question.tsx'))).FileQuestion,
}))
const SignatureQuestion = lazy(async () => ({
  default: (await loadPart(() => import('./signature-question.tsx'))).SignatureQuestion,
}))

export const questionElement = (fieldId: string) => `question-${fieldId}`

/**
 * The parts of a form, in one column.
 *
 * @param errors by the id of the field, and `ID.name` for health information
 * @param uploads null in a preview, which stores nothing
 * @param health as stored; the answers have what the patient changed
 */
export function Questions({
  fields,
  answers,
  errors,
  health,
  uploads,
  onAnswer,
}: {
  fields: readonly FormField[]
  answers: Answers
  errors: Record<string, string>
  health: HealthInformation
  uploads: FormUploads | null
  onAnswer(fieldId: string, answer: EnteredAnswer): void
}) {
  return fields.map((field) => {
    const answer = answers[field.id]
    return (
      <div key={field.id} id={questionElement(field.id)}>
        {field.kind === 'health' ? (
          <HealthQuestion
            field={field}
            typed={isHealthAnswer(answer) ? answer : null}
            stored={health}
            errors={errors}
            onAnswer={(changed) => onAnswer(field.id, changed)}
          />
        ) : field.kind === 'file' ? (
          <Suspense fallback={<Skeleton className="h-32 rounded-control" />}>
            <FileQuestion
              field={field}
              files={isFileAnswer(answer) ? answer.files : []}
              error={errors[field.id]}
              uploads={uploads}
            />
          </Suspense>
        ) : field.kind === 'signature' ? (
          <Suspense fallback={<Skeleton className="h-32 rounded-control" />}>
            <SignatureQuestion
              field={field}
              answer={isSignature(answer) ? answer : null}
              error={errors[field.id]}
              onAnswer={(changed) => onAnswer(field.id, changed)}
            />
          </Suspense>
        ) : (
          <Question
            field={field}
            answer={answer}
            error={errors[field.id]}
            onAnswer={(changed) => onAnswer(field.id, changed)}
          />
        )}
      </div>
    )
  })
}

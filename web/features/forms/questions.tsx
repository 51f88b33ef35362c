import { type Answer, type Answers, type FormField, isHealthAnswer } from '#domain/forms/forms.ts'
import type { HealthInformation } from '#domain/profiles/health-information.ts'
import { HealthQuestion } from './health-question.tsx'
import { Question } from './question.tsx'

export const questionElement = (fieldId: string) => `question-${fieldId}`

/**
 * The parts of a form, in one column.
 *
 * @param errors by the id of the field, and `ID.name` for health information
 * @param health as stored; the answers have what the patient changed
 */
export function Questions({
  fields,
  answers,
  errors,
  health,
  onAnswer,
}: {
  fields: readonly FormField[]
  answers: Answers
  errors: Record<string, string>
  health: HealthInformation
  onAnswer(fieldId: string, answer: Answer): void
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

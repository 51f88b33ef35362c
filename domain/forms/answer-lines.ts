import { sizeText } from '../files/files.ts'
import { formTexts } from '../texts/forms.ts'
import { profileTexts } from '../texts/profiles.ts'
import { formatDate } from '../values/dates.ts'
import {
  type Answer,
  agreed,
  type FormField,
  highestScale,
  isFileAnswer,
  isHealthAnswer,
  isSignature,
} from './forms.ts'

const health = profileTexts.health
const healthLines = [
  'allergies',
  'medications',
  'medicalConditions',
  'emergencyContact',
  'emergencyPhone',
] as const

/** An answer as it is printed; empty without one. */
export function answerLines({ kind }: FormField, answer: Answer | undefined): string[] {
  if (kind === 'heading' || answer === undefined) return []
  if (isHealthAnswer(answer))
    return healthLines.map((name) => `${health[name]}: ${answer[name] || formTexts.noAnswer}`)
  if (isFileAnswer(answer))
    return answer.files.map(({ name, sizeBytes }) => `${name}, ${sizeText(sizeBytes)}`)
  if (isSignature(answer))
    return ['typed' in answer ? formTexts.signatures.typed(answer.typed) : formTexts.signatures.drawn]
  if (Array.isArray(answer)) return answer
  if (answer === '') return []
  if (kind === 'consent') return answer === agreed ? [formTexts.agreed] : []
  if (kind === 'date') return [formatDate(answer, 'UTC')]
  if (kind === 'scale') return [formTexts.scaleOf(answer, highestScale)]
  return answer.split('\n')
}

import type { ReactNode } from 'react'
import { answerLines } from '#domain/forms/answer-lines.ts'
import { type Answer, type FormField, isFileAnswer, isSignature } from '#domain/forms/forms.ts'
import { formTexts } from '#domain/texts/forms.ts'
import { DateText } from '#web/components/date-text.tsx'
import { AnsweredFiles } from './answered-files.tsx'
import type { OpenForm } from './queries.ts'
import { SignatureDrawing } from './signature-drawing.tsx'

const texts = formTexts.person

/** A form with its answers, and the signature once it is signed. */
export function AnsweredForm({ form }: { form: OpenForm }) {
  const { fields, answers, statement, signedAt, signedName, signedAs } = form
  return (
    <div className="space-y-4 text-form">
      {fields.map((field) => {
        if (field.kind === 'heading')
          return (
            <p key={field.id} className="pt-2 font-display text-h3 font-medium break-words">
              {field.label}
            </p>
          )
        return (
          <dl key={field.id}>
            <dt className="break-words whitespace-pre-line text-muted">{field.label}</dt>
            <dd className="break-words whitespace-pre-line">{answerOf(field, answers[field.id])}</dd>
          </dl>
        )
      })}
      {signedAt && signedName && (
        <div className="border-t border-line pt-4">
          <p className="break-words">{statement}</p>
          <p className="mt-1 font-semibold break-words">
            {signedAs === 'guardian' ? formTexts.pdf.asGuardian(signedName) : signedName}
          </p>
          <p className="text-muted">
            {formTexts.own.signedOn} <DateText value={signedAt} />
          </p>
        </div>
      )}
    </div>
  )
}

function answerOf(field: FormField, answer: Answer | undefined): ReactNode {
  if (isFileAnswer(answer))
    return (
      <div className="mt-1.5">
        <AnsweredFiles label={formTexts.own.files.listOf(field.label)} files={answer.files} />
      </div>
    )
  if (isSignature(answer) && 'strokes' in answer)
    return (
      <SignatureDrawing
        strokes={answer.strokes}
        label={formTexts.signatures.drawn}
        className="mt-1 w-full max-w-72"
      />
    )
  const lines = answerLines(field, answer)
  return lines.length > 0 ? lines.join('\n') : formTexts.noAnswer
}

/** Names the signer of a form, as part of a sentence. */
export function signerOf({ signedName, signedAs }: Pick<OpenForm, 'signedName' | 'signedAs'>): string {
  const name = signedName ?? ''
  return signedAs === 'guardian' ? texts.asGuardian(name) : texts.signedBy(name)
}

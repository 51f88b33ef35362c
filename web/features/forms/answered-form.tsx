import { answerLines } from '#domain/forms/answer-lines.ts'
import { formTexts } from '#domain/texts/forms.ts'
import { DateText } from '#web/components/date-text.tsx'
import type { OpenForm } from './queries.ts'

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
        const lines = answerLines(field, answers[field.id])
        return (
          <dl key={field.id}>
            <dt className="break-words whitespace-pre-line text-muted">{field.label}</dt>
            <dd className="break-words whitespace-pre-line">
              {lines.length > 0 ? lines.join('\n') : formTexts.noAnswer}
            </dd>
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

/** Names the signer of a form, as part of a sentence. */
export function signerOf({ signedName, signedAs }: Pick<OpenForm, 'signedName' | 'signedAs'>): string {
  const name = signedName ?? ''
  return signedAs === 'guardian' ? texts.asGuardian(name) : texts.signedBy(name)
}

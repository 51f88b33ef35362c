import { useState } from 'react'
import { twoFactorTexts } from '#domain/texts/two-factor.ts'
import { type NewPhoneForm, newPhoneForm } from '#domain/two-factor/forms.ts'
import { digitsOf } from '#domain/two-factor/two-factor.ts'
import { Field } from '#web/components/form/field.tsx'
import { SubmitButton } from '#web/components/form/submit-button.tsx'
import { useSchemaForm } from '#web/components/form/use-schema-form.ts'
import { Button } from '#web/components/ui/button.tsx'
import { Input } from '#web/components/ui/input.tsx'
import { Notice } from '#web/components/ui/notice.tsx'
import { auth } from '#web/lib/session/auth.ts'
import { CodeForm } from './code-form.tsx'
import { dropWaiting } from './factors.ts'
import { twoFactorFailure } from './failure.ts'

const texts = twoFactorTexts.phone

interface Sent {
  factorId: string
  challengeId: string
}

/** Sets up a phone number: the number, then the code sent to it. @param name an unused name */
export function AddPhone({ name, onDone }: { name: string; onDone(): void }) {
  const [sent, setSent] = useState<Sent | null>(null)
  const form = useSchemaForm<NewPhoneForm>(newPhoneForm, { phone: '' })
  const { register, handleSubmit, formState } = form

  async function send({ phone }: NewPhoneForm): Promise<void> {
    await dropWaiting('phone')
    const enrolled = await auth.mfa.enroll({
      factorType: 'phone',
      friendlyName: name,
      phone: `+${digitsOf(phone)}`,
    })
    if (enrolled.error) return form.setError('root', { message: twoFactorFailure(enrolled.error) })
    const factorId = enrolled.data.id
    const asked = await auth.mfa.challenge({ factorId, channel: 'sms' })
    if (asked.error) return form.setError('root', { message: twoFactorFailure(asked.error) })
    setSent({ factorId, challengeId: asked.data.id })
  }

  async function verify(code: string): Promise<unknown> {
    if (!sent) return null
    const { error } = await auth.mfa.verify({ ...sent, code })
    if (!error) onDone()
    return error
  }

  if (sent) {
    return (
      <CodeForm label={texts.code} verify={verify} autoFocus>
        <Notice tone="info">{twoFactorTexts.step.sent}</Notice>
        <Button variant="link" onClick={() => setSent(null)}>
          {twoFactorTexts.step.sendAgain}
        </Button>
      </CodeForm>
    )
  }
  return (
    <form noValidate onSubmit={handleSubmit(send, () => form.setFocus('phone'))} className="space-y-5">
      {formState.errors.root && <Notice tone="danger">{formState.errors.root.message}</Notice>}
      <Field label={texts.number} hint={texts.numberHint} error={formState.errors.phone?.message}>
        {(control) => (
          <Input type="tel" autoComplete="tel" inputMode="tel" {...control} {...register('phone')} />
        )}
      </Field>
      <SubmitButton isBusy={formState.isSubmitting} busyText={texts.busy}>
        {texts.submit}
      </SubmitButton>
    </form>
  )
}

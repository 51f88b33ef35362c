import { useState } from 'react'
import { Link, useSearchParams } from 'react-router'
import { paths } from '#domain/paths.ts'
import { accessTexts } from '#domain/texts/access.ts'
import { accountTexts } from '#domain/texts/account.ts'
import { SubmitButton } from '#web/components/form/submit-button.tsx'
import { Button } from '#web/components/ui/button.tsx'
import { Notice } from '#web/components/ui/notice.tsx'
import { AccessCard } from '#web/features/access/access-card.tsx'
import { withClinic } from '#web/lib/clinic/clinic-address.ts'
import { callFunction } from '#web/lib/fetch/api.ts'
import { refusalSentence } from '#web/lib/fetch/refusals.ts'

const texts = accountTexts.stopChange

/** The old mailbox's link. Only the button objects, because mail scanners open every link (docs/contracts/auth.md 9). */
export default function StopAddressChange() {
  const [query] = useSearchParams()
  const token = query.get('token') ?? ''
  const [step, setStep] = useState<'ready' | 'busy' | 'done' | { failure: string }>('ready')

  async function stop(): Promise<void> {
    setStep('busy')
    try {
      await callFunction('stop-address-change', { token })
      setStep('done')
    } catch (error) {
      setStep({ failure: refusalSentence(error) ?? accessTexts.unexpected })
    }
  }

  if (!/^[0-9a-f]{48}$/.test(token)) return <AccessCard title={texts.title} lead={texts.incomplete} />
  if (step === 'done') {
    return (
      <AccessCard title={texts.doneTitle} lead={<p role="status">{texts.done}</p>}>
        <Button asChild size="large" className="w-full">
          <Link to={withClinic(paths.forgotPassword)}>{texts.newPassword}</Link>
        </Button>
      </AccessCard>
    )
  }
  return (
    <AccessCard title={texts.title} lead={texts.lead}>
      {typeof step === 'object' && (
        <Notice tone="danger" className="mb-5">
          {step.failure}
        </Notice>
      )}
      <SubmitButton
        type="button"
        size="large"
        className="w-full"
        isBusy={step === 'busy'}
        busyText={texts.busy}
        onClick={() => step === 'busy' || void stop()}
      >
        {texts.submit}
      </SubmitButton>
    </AccessCard>
  )
}

import { useMutation } from '@tanstack/react-query'
import { clinicTierTexts } from '#domain/texts/clinic-tier.ts'
import { subscriptionTexts } from '#domain/texts/subscriptions.ts'
import { AskFirst } from '#web/components/access/ask-first.tsx'
import { SubmitButton } from '#web/components/form/submit-button.tsx'
import { toast } from '#web/components/ui/toast.ts'
import { callFunction } from '#web/lib/fetch/api.ts'
import { useRefreshClinic } from '#web/lib/fetch/refresh-clinic.ts'
import { describeRefusal } from '#web/lib/fetch/refusals.ts'

const { cancel, resume } = subscriptionTexts.page
const texts = clinicTierTexts.plan

/** @param price of a month, formatted */
export function EndTier({
  billing,
  price,
  endsOn,
}: {
  billing: { cancel_at_period_end: boolean }
  price: string
  endsOn: string
}) {
  const refresh = useRefreshClinic()
  const end = useMutation({
    mutationFn: () => callFunction('cancel-tier'),
    onSuccess: () => toast.success(cancel.doneTitle, { description: cancel.done }),
    onError: (error) => toast.error(cancel.failedTitle, describeRefusal(error, cancel.failed)),
    onSettled: refresh,
  })
  const goOn = useMutation({
    mutationFn: () => callFunction('resume-tier'),
    onSuccess: () => toast.success(resume.doneTitle, { description: texts.kept(price, endsOn) }),
    onError: (error) => toast.error(resume.failedTitle, describeRefusal(error, resume.failed)),
    onSettled: refresh,
  })
  if (billing.cancel_at_period_end) {
    return (
      <div className="basis-full">
        <p className="mb-3 text-form text-muted">{texts.keeps(price, endsOn)}</p>
        <SubmitButton
          type="button"
          isBusy={goOn.isPending}
          busyText={resume.busy}
          onClick={() => void (goOn.isPending || goOn.mutate())}
        >
          {resume.action}
        </SubmitButton>
      </div>
    )
  }
  return (
    <AskFirst
      label={texts.cancel}
      ask={{
        title: cancel.title,
        consequence: (
          <>
            <span className="block">{cancel.message}</span>
            <span className="mt-2 block">{texts.afterwards(endsOn)}</span>
          </>
        ),
        keep: cancel.keep,
        action: texts.cancel,
      }}
      isBusy={end.isPending}
      onAction={(close) => end.mutate(undefined, { onSettled: close })}
    />
  )
}

import { useMutation, useQuery } from '@tanstack/react-query'
import { useId, useState } from 'react'
import { invoicedPlanTexts } from '#domain/texts/invoiced-plans.ts'
import { FailedRead } from '#web/components/failed-read.tsx'
import { Field } from '#web/components/form/field.tsx'
import { SubmitButton } from '#web/components/form/submit-button.tsx'
import { Button } from '#web/components/ui/button.tsx'
import { Checkbox } from '#web/components/ui/checkbox.tsx'
import { Dialog, DialogActions, DialogContent } from '#web/components/ui/dialog.tsx'
import { Input } from '#web/components/ui/input.tsx'
import { Loading, Skeleton } from '#web/components/ui/skeleton.tsx'
import { toast } from '#web/components/ui/toast.ts'
import { useClinicSlug } from '#web/lib/clinic/current-clinic.ts'
import { callFunction } from '#web/lib/fetch/api.ts'
import { ownSubscriptionKey } from '#web/lib/fetch/query-client.ts'
import { describeRefusal } from '#web/lib/fetch/refusals.ts'

const texts = invoicedPlanTexts.sign

/** The agreement of a plan that the clinic added the patient to, exactly as it is stored once signed. */
export function SignAgreement({
  subscriptionId,
  onSigned,
  onClose,
}: {
  subscriptionId: string
  onSigned(): void
  onClose(): void
}) {
  const id = useId()
  const slug = useClinicSlug()
  const [isAgreed, setAgreed] = useState(false)
  const [signedName, setSignedName] = useState('')
  const [isChecked, setChecked] = useState(false)
  const [attempt] = useState(() => crypto.randomUUID())
  const agreement = useQuery({
    queryKey: ownSubscriptionKey(slug, 'agreement', subscriptionId),
    queryFn: () => callFunction('sign-agreement', { subscriptionId }),
    // the shown wording must not change
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  })
  const sign = useMutation({
    mutationFn: (version: string) =>
      callFunction('sign-agreement', { subscriptionId, signature: { attempt, version, signedName } }),
    onSuccess: onSigned,
    onError: (error) => toast.error(texts.failedTitle, describeRefusal(error, texts.failed)),
  })
  const isNamed = signedName.trim() !== ''
  return (
    <Dialog open onOpenChange={(open) => open || sign.isPending || onClose()}>
      <DialogContent title={texts.title} description={texts.lead}>
        <form
          noValidate
          className="space-y-5"
          onSubmit={(event) => {
            event.preventDefault()
            setChecked(true)
            if (agreement.data && isAgreed && isNamed && !sign.isPending) sign.mutate(agreement.data.version)
          }}
        >
          {agreement.isError ? (
            <FailedRead
              title={texts.failedRead}
              error={agreement.error}
              onRetry={() => void agreement.refetch()}
            />
          ) : agreement.data ? (
            <section
              aria-label={texts.title}
              // biome-ignore lint/a11y/noNoninteractiveTabindex: arrow keys scroll what has the focus
              tabIndex={0}
              className="max-h-60 space-y-2 overflow-y-auto rounded-control bg-sunken p-4 text-form"
            >
              {agreement.data.lines.map((paragraph) => (
                <p key={paragraph} className="break-words">
                  {paragraph}
                </p>
              ))}
            </section>
          ) : (
            <Loading>
              <Skeleton className="h-40 rounded-control" />
            </Loading>
          )}
          <div>
            <label htmlFor={`${id}-agree`} className="flex cursor-pointer gap-3">
              <Checkbox
                id={`${id}-agree`}
                className="mt-0.5 flex-none"
                checked={isAgreed}
                aria-invalid={isChecked && !isAgreed}
                aria-describedby={isChecked && !isAgreed ? `${id}-error` : undefined}
                onChange={({ target }) => setAgreed(target.checked)}
              />
              <span>{texts.agree}</span>
            </label>
            {isChecked && !isAgreed && (
              <p id={`${id}-error`} className="mt-1.5 text-note font-semibold text-danger">
                {texts.agreeMissing}
              </p>
            )}
          </div>
          <Field label={texts.name} error={isChecked && !isNamed ? texts.nameMissing : ''}>
            {(control) => (
              <Input
                {...control}
                autoComplete="name"
                maxLength={200}
                value={signedName}
                onChange={({ target }) => setSignedName(target.value)}
              />
            )}
          </Field>
          <DialogActions>
            <Button type="button" variant="outline" disabled={sign.isPending} onClick={onClose}>
              {texts.keep}
            </Button>
            <SubmitButton isBusy={sign.isPending} busyText={texts.busy} disabled={!agreement.data}>
              {texts.action}
            </SubmitButton>
          </DialogActions>
        </form>
      </DialogContent>
    </Dialog>
  )
}

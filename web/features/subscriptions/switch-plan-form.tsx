import { useMutation, useQuery } from '@tanstack/react-query'
import { useId, useState } from 'react'
import { agreementVersion, agreementWording } from '#domain/checkouts/agreement.ts'
import type { PlanInterval } from '#domain/plans/plans.ts'
import type { SwitchPreview } from '#domain/subscriptions/changes.ts'
import { isAddedToNextBill } from '#domain/subscriptions/small-charges.ts'
import { subscriptionTexts } from '#domain/texts/subscriptions.ts'
import { dateInText } from '#domain/values/dates.ts'
import { formatMoney } from '#domain/values/money.ts'
import { FailedRead } from '#web/components/failed-read.tsx'
import { Field } from '#web/components/form/field.tsx'
import { SubmitButton } from '#web/components/form/submit-button.tsx'
import { Button } from '#web/components/ui/button.tsx'
import { Checkbox } from '#web/components/ui/checkbox.tsx'
import { DialogActions } from '#web/components/ui/dialog.tsx'
import { Input } from '#web/components/ui/input.tsx'
import { Skeleton } from '#web/components/ui/skeleton.tsx'
import { toast } from '#web/components/ui/toast.ts'
import { type Clinic, useClinicSlug } from '#web/lib/clinic/current-clinic.ts'
import { callFunction } from '#web/lib/fetch/api.ts'
import { ownSubscriptionKey } from '#web/lib/fetch/query-client.ts'
import { useRefreshClinic } from '#web/lib/fetch/refresh-clinic.ts'
import { describeRefusal, refusalCode } from '#web/lib/fetch/refusals.ts'
import type { OtherPlan } from './other-plans.ts'
import type { OwnSubscription } from './queries.ts'

const texts = subscriptionTexts.page.switch
const common = subscriptionTexts.page.change

interface ChoiceProps {
  subscription: OwnSubscription
  clinic: Clinic
  plans: readonly OtherPlan[]
  onClose(): void
}

export default function Choice({ subscription, clinic, plans, onClose }: ChoiceProps) {
  const { id: subscriptionId, price } = subscription
  const slug = useClinicSlug()
  const refresh = useRefreshClinic()
  const [priceId, setPriceId] = useState(plans[0]?.priceId ?? '')
  const [isAgreed, setAgreed] = useState(false)
  const [signedName, setSignedName] = useState('')
  const [isChecked, setChecked] = useState(false)
  const [attempt, setAttempt] = useState(() => crypto.randomUUID() as string)
  const plan = plans.find((each) => each.priceId === priceId)
  const change = useMutation({
    mutationFn: ({ at, amountCents }: SwitchPreview) =>
      callFunction('switch-plan', {
        subscriptionId,
        priceId,
        agreement: { version: agreementVersion(plan?.place ?? null), signedName },
        agreed: { attempt, quote: { at, amountCents } },
      }),
    onSuccess: async ({ isPending }, preview) => {
      await refresh()
      if (isPending) toast.info(common.waitsTitle, { description: common.waits })
      else toast.success(preview.isNow ? texts.done : texts.doneLater, { description: madeSentence(preview) })
      onClose()
    },
    onError: (error) => {
      setAttempt(crypto.randomUUID())
      if (refusalCode(error) === 'quote_changed') void counted.refetch()
      toast.error(common.failedTitle, describeRefusal(error, common.failedText))
    },
  })
  const counted = useQuery({
    queryKey: ownSubscriptionKey(slug, 'preview', 'switch', subscriptionId, priceId),
    queryFn: async () => (await callFunction('switch-plan', { subscriptionId, priceId })).preview,
    // the confirmed amount must not change on the screen
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
    // not during the change, which would alter the preview's base
    enabled: !change.isPending,
    retry: false,
  })
  const shown = counted.isFetching ? undefined : counted.data
  return (
    <form
      noValidate
      className="space-y-5"
      onSubmit={(event) => {
        event.preventDefault()
        setChecked(true)
        if (shown && isAgreed && signedName.trim() !== '' && !change.isPending) change.mutate(shown)
      }}
    >
      <PlanChoice
        plans={plans}
        chosen={priceId}
        onChoose={(id) => {
          setPriceId(id)
          setAgreed(false)
        }}
      />
      <div aria-live="polite">
        {counted.isError ? (
          <FailedRead title={common.failed} error={counted.error} onRetry={() => void counted.refetch()} />
        ) : shown ? (
          <Cost preview={shown} before={price.interval} timeZone={clinic.time_zone} />
        ) : (
          <p>
            <span className="sr-only">{common.loading}</span>
            <Skeleton className="h-5 w-4/5" />
          </p>
        )}
      </div>
      {plan && (
        <section
          aria-label={texts.agreement}
          // biome-ignore lint/a11y/noNoninteractiveTabindex: arrow keys scroll what has the focus
          tabIndex={0}
          className="max-h-60 space-y-2 overflow-y-auto rounded-control bg-sunken p-4 text-form"
        >
          {agreementWording({ ...plan, clinic: clinic.name }).map((paragraph) => (
            <p key={paragraph} className="break-words">
              {paragraph}
            </p>
          ))}
        </section>
      )}
      <Signature {...{ isAgreed, signedName, isChecked }} onAgree={setAgreed} onSign={setSignedName} />
      <DialogActions>
        <Button
          type="button"
          variant="outline"
          className="whitespace-normal"
          disabled={change.isPending}
          onClick={onClose}
        >
          {texts.keep}
        </Button>
        <SubmitButton
          className="whitespace-normal"
          isBusy={change.isPending}
          busyText={common.busy}
          disabled={!shown}
        >
          {shown && shown.amountCents > 0 && !isAddedToNextBill(shown.amountCents)
            ? texts.submit(formatMoney(shown.amountCents, shown.currency))
            : shown && !shown.isNow
              ? texts.submitLater
              : texts.action}
        </SubmitButton>
      </DialogActions>
    </form>
  )
}

/** Not a select, which cuts a long name before its price. */
function PlanChoice({
  plans,
  chosen,
  onChoose,
}: {
  plans: readonly OtherPlan[]
  chosen: string
  onChoose(priceId: string): void
}) {
  const group = useId()
  return (
    <fieldset>
      <legend className="mb-1.5 text-form font-semibold">{texts.which}</legend>
      <div className="divide-y divide-line rounded-control border border-control">
        {plans.map(({ priceId, name, money }) => (
          <label key={priceId} className="flex min-h-11 cursor-pointer items-start gap-3 px-3 py-2.5">
            <input
              type="radio"
              name={group}
              className="mt-1 size-4.5 flex-none accent-primary"
              checked={priceId === chosen}
              onChange={() => onChoose(priceId)}
            />
            <span className="min-w-0">
              <span className="block break-words">{name}</span>
              <span className="block text-form text-muted">
                {texts.each[money.interval](formatMoney(money.amountCents, money.currency))}
              </span>
            </span>
          </label>
        ))}
      </div>
    </fieldset>
  )
}

function Cost({
  preview,
  before,
  timeZone,
}: {
  preview: SwitchPreview
  before: PlanInterval
  timeZone: string
}) {
  const { amountCents, currency, isNow, effectiveAt, afterCents, interval } = preview
  return (
    <>
      <p className="font-semibold">
        {isAddedToNextBill(amountCents)
          ? texts.small(formatMoney(amountCents, currency))
          : amountCents > 0
            ? (interval === before ? texts.now : texts.nowYear)(formatMoney(amountCents, currency))
            : isNow
              ? texts.nothingNow
              : texts.later(dateInText(effectiveAt, timeZone))}
      </p>
      <p className="mt-1">
        {texts.afterwards(subscriptionTexts.page.every[interval](formatMoney(afterCents, currency)))}
      </p>
    </>
  )
}

function Signature({
  isAgreed,
  signedName,
  isChecked,
  onAgree,
  onSign,
}: {
  isAgreed: boolean
  signedName: string
  isChecked: boolean
  onAgree(isAgreed: boolean): void
  onSign(name: string): void
}) {
  const id = useId()
  const isMissing = isChecked && !isAgreed
  return (
    <>
      <div>
        <label htmlFor={id} className="flex cursor-pointer gap-3">
          <Checkbox
            id={id}
            className="mt-0.5 flex-none"
            checked={isAgreed}
            aria-invalid={isMissing}
            aria-describedby={isMissing ? `${id}-error` : undefined}
            onChange={(event) => onAgree(event.target.checked)}
          />
          <span>{texts.agree}</span>
        </label>
        {isMissing && (
          <p id={`${id}-error`} className="mt-1.5 text-note font-semibold text-danger">
            {texts.agreeMissing}
          </p>
        )}
      </div>
      <Field label={texts.sign} error={isChecked && signedName.trim() === '' ? texts.signMissing : ''}>
        {(control) => (
          <Input
            autoComplete="name"
            maxLength={200}
            {...control}
            value={signedName}
            onChange={(event) => onSign(event.target.value)}
          />
        )}
      </Field>
    </>
  )
}

/** The charge once it is made. */
function madeSentence({ amountCents, currency }: SwitchPreview): string {
  if (amountCents <= 0) return texts.nothingNow
  const amount = formatMoney(amountCents, currency)
  return isAddedToNextBill(amountCents) ? texts.small(amount) : texts.charged(amount)
}

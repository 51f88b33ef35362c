import { useMutation, useQuery } from '@tanstack/react-query'
import { Plus } from 'lucide-react'
import { useState } from 'react'
import type { HouseholdPreview } from '#domain/subscriptions/changes.ts'
import { isAddedToNextBill } from '#domain/subscriptions/small-charges.ts'
import { subscriptionTexts } from '#domain/texts/subscriptions.ts'
import { dateInText } from '#domain/values/dates.ts'
import { formatMoney } from '#domain/values/money.ts'
import { dateIn } from '#domain/values/zones.ts'
import { FailedRead } from '#web/components/failed-read.tsx'
import { Field } from '#web/components/form/field.tsx'
import { SubmitButton } from '#web/components/form/submit-button.tsx'
import { Button } from '#web/components/ui/button.tsx'
import { DialogActions } from '#web/components/ui/dialog.tsx'
import { Input } from '#web/components/ui/input.tsx'
import { Skeleton } from '#web/components/ui/skeleton.tsx'
import { toast } from '#web/components/ui/toast.ts'
import type { Clinic } from '#web/lib/clinic/current-clinic.ts'
import { useClinicSlug } from '#web/lib/clinic/current-clinic.ts'
import { callFunction } from '#web/lib/fetch/api.ts'
import { ownSubscriptionKey } from '#web/lib/fetch/query-client.ts'
import { useRefreshClinic } from '#web/lib/fetch/refresh-clinic.ts'
import { describeRefusal, refusalCode } from '#web/lib/fetch/refusals.ts'
import { serverNow } from '#web/lib/page/clock.ts'
import { type NewPerson, newPersonProblems } from './new-person.ts'
import { type PlanWords, usePlanWords } from './plan-words.ts'
import type { OwnSubscription } from './queries.ts'

export default function Editor({
  subscription,
  clinic,
  onClose,
}: {
  subscription: OwnSubscription
  clinic: Clinic
  onClose(): void
}) {
  const texts = usePlanWords().household
  const slug = useClinicSlug()
  const refresh = useRefreshClinic()
  const today = dateIn(serverNow(), clinic.time_zone)
  const [leaving, setLeaving] = useState<readonly string[]>([])
  const [added, setAdded] = useState<readonly NewPerson[]>([])
  const [isChecked, setChecked] = useState(false)
  const [attempt, setAttempt] = useState(() => crypto.randomUUID() as string)
  const { id: subscriptionId, covered } = subscription
  const problems = added.map((person) => newPersonProblems(person, today))
  const isChanged = leaving.length + added.length > 0
  const isNobody = leaving.length === covered.length && added.length === 0
  const hasAges = problems.every(({ bornOn }) => !bornOn)
  const ages = added.map(({ isChild, bornOn }) => (isChild ? bornOn : null))
  const change = useMutation({
    mutationFn: ({ at, amountCents }: HouseholdPreview) =>
      callFunction('change-household', {
        subscriptionId,
        add: added.map(({ name, isChild, bornOn }) => ({ name, bornOn: isChild ? bornOn : null })),
        remove: [...leaving],
        agreed: { attempt, quote: { at, amountCents } },
      }),
    onSuccess: async ({ isPending }, preview) => {
      await refresh()
      const { waitsTitle, waits } = subscriptionTexts.page.change
      if (isPending) toast.info(waitsTitle, { description: waits })
      else toast.success(texts.done, { description: madeSentence(texts, preview) })
      onClose()
    },
    onError: (error) => {
      setAttempt(crypto.randomUUID())
      if (refusalCode(error) === 'quote_changed') void counted.refetch()
      toast.error(texts.failedTitle, describeRefusal(error, texts.failed))
    },
  })
  const counted = useQuery({
    queryKey: ownSubscriptionKey(slug, 'preview', 'household', subscriptionId, ages, leaving),
    queryFn: async () => {
      const add = ages.map((bornOn) => ({ bornOn }))
      const { preview } = await callFunction('change-household', {
        subscriptionId,
        add,
        remove: [...leaving],
      })
      return preview
    },
    // not during the change, which would alter the preview's base
    enabled: isChanged && !isNobody && hasAges && !change.isPending,
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
    retry: false,
    refetchOnWindowFocus: false,
  })

  function changePerson(index: number, to: Partial<NewPerson>): void {
    setAdded(added.map((person, at) => (at === index ? { ...person, ...to } : person)))
  }

  function submit(): void {
    setChecked(true)
    const isFine = problems.every(({ name, bornOn }) => !name && !bornOn)
    if (isFine && counted.data && !counted.isFetching && !change.isPending) change.mutate(counted.data)
  }

  const shown = counted.isFetching ? undefined : counted.data
  return (
    <form
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        submit()
      }}
    >
      <ul className="divide-y divide-line">
        {covered.map(({ id, name, isChild }) => {
          const isLeaving = leaving.includes(id)
          const called = name ?? texts.you
          return (
            <li key={id} className="flex items-center justify-between gap-4 py-2.5">
              <span className="min-w-0 break-words">
                <span className={isLeaving ? 'text-muted line-through' : 'font-semibold'}>{called}</span>
                <span className="block text-note text-muted">
                  {isLeaving ? texts.leaves : isChild ? texts.child : texts.adult}
                </span>
              </span>
              <Button
                type="button"
                variant="quiet"
                size="small"
                aria-label={isLeaving ? texts.keepOne(called) : texts.removeOne(called)}
                onClick={() =>
                  setLeaving(isLeaving ? leaving.filter((each) => each !== id) : [...leaving, id])
                }
              >
                {isLeaving ? texts.keep : texts.remove}
              </Button>
            </li>
          )
        })}
      </ul>
      {added.map((person, index) => (
        <fieldset key={person.key} className="mt-4 space-y-4 border-t border-line pt-4">
          <legend className="sr-only">{texts.newPerson(index + 1)}</legend>
          <Field label={texts.name} error={(isChecked && problems[index]?.name) || ''}>
            {(control) => (
              <Input
                autoComplete="off"
                maxLength={200}
                {...control}
                value={person.name}
                onChange={(event) => changePerson(index, { name: event.target.value })}
              />
            )}
          </Field>
          {person.isChild && (
            <Field label={texts.bornOn} error={(isChecked && problems[index]?.bornOn) || ''}>
              {(control) => (
                <Input
                  type="date"
                  min="1900-01-01"
                  max={today}
                  {...control}
                  value={person.bornOn}
                  onChange={(event) => changePerson(index, { bornOn: event.target.value })}
                />
              )}
            </Field>
          )}
          <Button
            type="button"
            variant="quiet"
            size="small"
            className="-ml-3"
            aria-label={texts.takeBackOne(index + 1)}
            onClick={() => setAdded(added.filter((_, at) => at !== index))}
          >
            {texts.takeBack}
          </Button>
        </fieldset>
      ))}
      {subscription.plan.coversHousehold && (
        <div className="mt-4 flex flex-wrap gap-3">
          {[false, true].map((isChild) => (
            <Button
              key={String(isChild)}
              type="button"
              variant="tint"
              size="small"
              onClick={() =>
                setAdded([...added, { key: crypto.randomUUID(), isChild, name: '', bornOn: '' }])
              }
            >
              <Plus aria-hidden />
              {isChild ? texts.addChild : texts.addAdult}
            </Button>
          ))}
        </div>
      )}
      <div className="mt-5 border-t border-line pt-4" aria-live="polite">
        {isNobody ? (
          <p className="font-semibold text-danger">{texts.nobody}</p>
        ) : counted.isError ? (
          <FailedRead
            title={texts.previewFailed}
            error={counted.error}
            onRetry={() => void counted.refetch()}
          />
        ) : counted.isFetching ? (
          <p>
            <span className="sr-only">{texts.counting}</span>
            <Skeleton className="h-5 w-4/5" />
          </p>
        ) : shown && isChanged ? (
          <Cost preview={shown} timeZone={clinic.time_zone} />
        ) : null}
      </div>
      <DialogActions onCancel={onClose}>
        <SubmitButton
          isBusy={change.isPending}
          busyText={texts.busy}
          disabled={!isChanged || isNobody || counted.isFetching}
        >
          {shown && shown.amountCents > 0 && !isAddedToNextBill(shown.amountCents) && isChanged
            ? texts.submit(formatMoney(shown.amountCents, shown.currency))
            : texts.submitFree}
        </SubmitButton>
      </DialogActions>
    </form>
  )
}

function Cost({ preview, timeZone }: { preview: HouseholdPreview; timeZone: string }) {
  const texts = usePlanWords().household
  const { currency, interval, afterCents, nextAt } = preview
  const every = subscriptionTexts.page.every[interval](formatMoney(afterCents, currency))
  return (
    <>
      <p className="font-semibold">{costSentence(texts, preview)}</p>
      <p className="mt-1">{texts.afterwards(every, dateInText(nextAt, timeZone))}</p>
    </>
  )
}

function costSentence(texts: PlanWords['household'], { amountCents, currency }: HouseholdPreview): string {
  const amount = formatMoney(Math.abs(amountCents), currency)
  if (isAddedToNextBill(amountCents)) return texts.small(amount)
  if (amountCents > 0) return texts.now(amount)
  return amountCents < 0 ? texts.credited(amount) : texts.nothingNow
}

/** The charge once it is made; a small amount and a credit stay as they were announced. */
function madeSentence(texts: PlanWords['household'], preview: HouseholdPreview): string {
  const { amountCents, currency } = preview
  const isCharged = amountCents > 0 && !isAddedToNextBill(amountCents)
  return isCharged ? texts.charged(formatMoney(amountCents, currency)) : costSentence(texts, preview)
}

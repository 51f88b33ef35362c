import { useMutation, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { type AddedPlan, type PlanDueInDays, planDueInDays } from '#domain/checkouts/inputs.ts'
import { invoicedPlanTexts } from '#domain/texts/invoiced-plans.ts'
import { formatDate } from '#domain/values/dates.ts'
import { formatMoney } from '#domain/values/money.ts'
import { FailedRead } from '#web/components/failed-read.tsx'
import { Field } from '#web/components/form/field.tsx'
import { SubmitButton } from '#web/components/form/submit-button.tsx'
import { Button } from '#web/components/ui/button.tsx'
import { Dialog, DialogActions, DialogContent } from '#web/components/ui/dialog.tsx'
import { Select } from '#web/components/ui/select.tsx'
import { Loading, Skeleton } from '#web/components/ui/skeleton.tsx'
import { toast } from '#web/components/ui/toast.ts'
import type { Clinic } from '#web/lib/clinic/current-clinic.ts'
import { callFunction } from '#web/lib/fetch/api.ts'
import { clinicKey } from '#web/lib/fetch/query-client.ts'
import { useRefreshClinic } from '#web/lib/fetch/refresh-clinic.ts'
import { describeRefusal, refusalCode } from '#web/lib/fetch/refusals.ts'
import { offersQuery } from './queries.ts'

const texts = invoicedPlanTexts.add

export function AddToPlanForm({
  clinic,
  patientId,
  name,
  onClose,
}: {
  clinic: Clinic
  patientId: string
  name: string
  onClose(): void
}) {
  const refresh = useRefreshClinic()
  const offers = useQuery(offersQuery(clinic))
  const [chosen, setChosen] = useState<string | null>(null)
  const [dueInDays, setDueInDays] = useState<PlanDueInDays>(14)
  // one opened form adds one plan, even after several presses
  const [attempt] = useState(() => crypto.randomUUID())
  const prices = (offers.data ?? []).flatMap((offer) =>
    offer.prices.map((price) => ({
      id: price.id,
      label: texts.option[price.interval](offer.name, formatMoney(price.amountCents, price.currency)),
    })),
  )
  const priceId = chosen ?? prices[0]?.id ?? ''
  const wish = { patientId, priceId, dueInDays }
  const add = useMutation({
    mutationFn: ({ totalCents }: AddedPlan) =>
      callFunction('add-to-plan', { ...wish, agreed: { attempt, totalCents } }),
    onSuccess: () => {
      toast.success(texts.done(name))
      onClose()
    },
    onError: (error) => {
      if (refusalCode(error) === 'quote_changed') void preview.refetch()
      toast.error(texts.failedTitle, sentenceOf(error))
    },
    onSettled: refresh,
  })
  const preview = useQuery({
    queryKey: clinicKey(clinic.subdomain, 'add-to-plan', patientId, priceId, dueInDays),
    queryFn: async () => (await callFunction('add-to-plan', wish)).preview,
    enabled: priceId !== '' && !add.isPending,
    // the confirmed amount must not change on the screen
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
    retry: false,
  })
  const shown = preview.isFetching ? null : (preview.data ?? null)
  return (
    <Dialog open onOpenChange={(open) => open || add.isPending || onClose()}>
      <DialogContent title={texts.title} description={texts.lead(name)}>
        <form
          noValidate
          className="space-y-5"
          onSubmit={(event) => {
            event.preventDefault()
            if (shown && !add.isPending) add.mutate(shown)
          }}
        >
          {offers.data && prices.length === 0 ? (
            <p>{texts.none}</p>
          ) : offers.isError ? (
            <FailedRead
              title={texts.previewFailed}
              error={offers.error}
              onRetry={() => void offers.refetch()}
            />
          ) : (
            <>
              <Field label={texts.plan}>
                {(control) => (
                  <Select {...control} value={priceId} onChange={({ target }) => setChosen(target.value)}>
                    {prices.map(({ id, label }) => (
                      <option key={id} value={id}>
                        {label}
                      </option>
                    ))}
                  </Select>
                )}
              </Field>
              <Field label={texts.due}>
                {(control) => (
                  <Select
                    {...control}
                    value={dueInDays}
                    onChange={({ target }) => setDueInDays(Number(target.value) as PlanDueInDays)}
                  >
                    {planDueInDays.map((days) => (
                      <option key={days} value={days}>
                        {texts.dueIn(days)}
                      </option>
                    ))}
                  </Select>
                )}
              </Field>
              <div aria-live="polite">
                <Preview preview={preview} shown={shown} />
              </div>
              <p className="text-form text-muted">{texts.consequence}</p>
            </>
          )}
          <DialogActions>
            <Button type="button" variant="outline" disabled={add.isPending} onClick={onClose}>
              {texts.keep}
            </Button>
            <SubmitButton isBusy={add.isPending} busyText={texts.busy} disabled={!shown}>
              {texts.action}
            </SubmitButton>
          </DialogActions>
        </form>
      </DialogContent>
    </Dialog>
  )
}

function Preview({
  preview,
  shown,
}: {
  preview: { isError: boolean; error: unknown; refetch(): unknown }
  shown: AddedPlan | null
}) {
  if (preview.isError) {
    const known = texts.refusals[refusalCode(preview.error) ?? '']
    if (known) return <p className="font-semibold text-danger">{known}</p>
    return (
      <FailedRead title={texts.previewFailed} error={preview.error} onRetry={() => void preview.refetch()} />
    )
  }
  if (!shown) {
    return (
      <Loading>
        <span className="sr-only">{texts.loading}</span>
        <Skeleton className="h-32 rounded-control" />
      </Loading>
    )
  }
  const money = (cents: number) => formatMoney(cents, shown.currency)
  const { facts } = texts
  return (
    <dl className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-6 gap-y-1 rounded-control bg-sunken p-4 text-form">
      <Fact label={facts.amount}>{shown.totalCents > 0 ? money(shown.totalCents) : texts.noneNow}</Fact>
      {shown.taxCents > 0 && <Fact label={facts.tax}>{money(shown.taxCents)}</Fact>}
      {shown.creditCents > 0 && <Fact label={facts.credit}>{`−${money(shown.creditCents)}`}</Fact>}
      {shown.totalCents > 0 && <Fact label={facts.due}>{formatDate(shown.dueOn)}</Fact>}
      <Fact label={facts.next}>{texts.next(money(shown.nextCents), formatDate(shown.nextOn))}</Fact>
      <Fact label={facts.mail}>{texts.mailed[shown.mailed](shown.email ?? '')}</Fact>
      {shown.isChild && <dd className="col-span-2">{texts.child}</dd>}
    </dl>
  )
}

function Fact({ label, children }: { label: string; children: string }) {
  return (
    <>
      <dt className="text-muted">{label}</dt>
      <dd className="font-semibold break-words">{children}</dd>
    </>
  )
}

function sentenceOf(error: unknown): { description?: string } {
  const known = texts.refusals[refusalCode(error) ?? '']
  return known ? { description: known } : describeRefusal(error, texts.failed)
}

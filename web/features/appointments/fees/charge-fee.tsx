import { useMutation, useQuery } from '@tanstack/react-query'
import { useId, useState } from 'react'
import { percentageOf } from '#domain/payouts/clinic-tax.ts'
import { deskVisitFeeTexts } from '#domain/texts/desk-visit-fees.ts'
import { formatDate } from '#domain/values/dates.ts'
import { formatMoney } from '#domain/values/money.ts'
import { dateIn } from '#domain/values/zones.ts'
import { feeDueInDays } from '#domain/visit-fees/fees.ts'
import { ErrorState } from '#web/components/error-state.tsx'
import { ChoiceSwitch } from '#web/components/form/choice-switch.tsx'
import { SubmitButton } from '#web/components/form/submit-button.tsx'
import { Button } from '#web/components/ui/button.tsx'
import { Checkbox } from '#web/components/ui/checkbox.tsx'
import { Dialog, DialogActions, DialogContent } from '#web/components/ui/dialog.tsx'
import { Skeleton } from '#web/components/ui/skeleton.tsx'
import { toast } from '#web/components/ui/toast.ts'
import { readClinicTax } from '#web/lib/clinic/clinic-tax.ts'
import type { Clinic } from '#web/lib/clinic/current-clinic.ts'
import { callFunction } from '#web/lib/fetch/api.ts'
import { clinicKey } from '#web/lib/fetch/query-client.ts'
import { useRefreshClinic } from '#web/lib/fetch/refresh-clinic.ts'
import { describeRefusal } from '#web/lib/fetch/refusals.ts'
import { savedCardQuery, type VisitFee } from './fee-queries.ts'

const texts = deskVisitFeeTexts.dialog

/** Charges an accepted fee to the saved card or by an invoice. A second press on the server continues the first. */
export default function ChargeFee({
  fee,
  cents,
  visit,
  clinic,
  onClose,
}: {
  fee: VisitFee
  cents: number
  visit: { id: string; patientId: string; patientName: string }
  clinic: Clinic
  onClose(): void
}) {
  const { subdomain: slug, id: clinicId, time_zone: zone } = clinic
  const refresh = useRefreshClinic()
  const taxId = useId()
  const card = useQuery(savedCardQuery(slug, visit.patientId))
  const { data: tax } = useQuery({
    queryKey: clinicKey(slug, 'clinic-tax'),
    queryFn: ({ signal }) => readClinicTax(clinicId, signal),
  })
  const [way, setWay] = useState<'card' | 'link'>('card')
  const [isTaxed, setTaxed] = useState(false)
  const byCard = way === 'card' && Boolean(card.data)
  const amount = formatMoney(cents, fee.currency)
  const charge = useMutation({
    mutationFn: () =>
      callFunction('charge-visit-fee', { appointmentId: visit.id, amountCents: cents, byCard, isTaxed }),
    onSuccess: ({ outcome }) => {
      const { done } = deskVisitFeeTexts
      if (outcome === 'declined') toast.error(done.declined)
      else toast.success(done[outcome](amount))
      onClose()
    },
    onError: (error) => toast.error(texts.failedTitle, describeRefusal(error, texts.failed)),
    onSettled: refresh,
  })
  return (
    <Dialog open onOpenChange={(open) => open || charge.isPending || onClose()}>
      <DialogContent
        title={texts.title(amount, visit.patientName)}
        description={texts.accepted(formatDate(dateIn(new Date(fee.acceptedAt), zone)))}
      >
        <form
          onSubmit={(event) => {
            event.preventDefault()
            if (!charge.isPending) charge.mutate()
          }}
        >
          <div className="space-y-5">
            <blockquote className="border-l-2 border-line pl-4 text-form break-words whitespace-pre-line">
              {fee.terms}
            </blockquote>
            {card.isPending ? (
              <Skeleton className="h-12 rounded-control" />
            ) : card.isError ? (
              <ErrorState title={deskVisitFeeTexts.failed} onRetry={() => void card.refetch()} />
            ) : (
              <div className="space-y-2">
                {card.data && (
                  <ChoiceSwitch
                    label={texts.how}
                    choices={[
                      ['card', texts.byCard(`${card.data.brand} ••${card.data.last4}`)],
                      ['link', texts.byLink],
                    ]}
                    value={way}
                    onChange={setWay}
                  />
                )}
                <p className="text-form text-muted">
                  {byCard ? texts.byCardHint : texts.byLinkHint(feeDueInDays)}
                </p>
              </div>
            )}
            {tax?.isInclusive && (
              <div className="flex items-center gap-3">
                <Checkbox id={taxId} checked={isTaxed} onChange={({ target }) => setTaxed(target.checked)} />
                <label htmlFor={taxId}>{texts.tax(tax.name, percentageOf(tax.ratePpm))}</label>
              </div>
            )}
            <p className="text-form text-muted">{texts.consequence}</p>
          </div>
          <DialogActions>
            <Button variant="outline" disabled={charge.isPending} onClick={onClose}>
              {texts.keep}
            </Button>
            <SubmitButton isBusy={charge.isPending} busyText={texts.busy} disabled={!card.isSuccess}>
              {texts.action(amount)}
            </SubmitButton>
          </DialogActions>
        </form>
      </DialogContent>
    </Dialog>
  )
}

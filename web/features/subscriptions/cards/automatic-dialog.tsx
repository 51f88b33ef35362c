import { useQuery } from '@tanstack/react-query'
import { subscriptionTexts } from '#domain/texts/subscriptions.ts'
import { dateInText } from '#domain/values/dates.ts'
import { formatMoney } from '#domain/values/money.ts'
import { ErrorState } from '#web/components/error-state.tsx'
import { SubmitButton } from '#web/components/form/submit-button.tsx'
import { useWithAgreement } from '#web/components/plan-agreement/use-pay-invoice.tsx'
import { Button } from '#web/components/ui/button.tsx'
import { Dialog, DialogActions, DialogContent } from '#web/components/ui/dialog.tsx'
import { Loading, Skeleton } from '#web/components/ui/skeleton.tsx'
import { toast } from '#web/components/ui/toast.ts'
import type { Clinic } from '#web/lib/clinic/current-clinic.ts'
import { callFunction } from '#web/lib/fetch/api.ts'
import { useRefreshClinic } from '#web/lib/fetch/refresh-clinic.ts'
import { type OwnSubscription, ownCardsQuery } from '../queries.ts'
import { UseAnotherCard } from './use-another-card.tsx'

const texts = subscriptionTexts.page.automatic

/** States the charge, its card and its day before the payer agrees to it. */
export function AutomaticDialog({
  subscription,
  clinic,
  onClose,
}: {
  subscription: OwnSubscription
  clinic: Clinic
  onClose(): void
}) {
  const { id, nextChargeCents, price, current_period_end: nextAt, open_invoices: open } = subscription
  const cards = useQuery(ownCardsQuery(clinic))
  const refresh = useRefreshClinic()
  const card = cards.data?.find(({ is_default }) => is_default)
  const change = useWithAgreement(
    id,
    async () => {
      await callFunction('pay-automatically', { subscriptionId: id })
      toast.success(texts.done)
      onClose()
      await refresh()
    },
    texts,
  )
  return (
    <Dialog open onOpenChange={(isOpen) => isOpen || change.isBusy || onClose()}>
      <DialogContent title={texts.title}>
        <div className="space-y-3">
          {cards.isPending ? (
            <Loading>
              <Skeleton className="h-5 w-4/5" />
            </Loading>
          ) : !cards.data ? (
            <ErrorState title={texts.failed} onRetry={() => void cards.refetch()} />
          ) : card ? (
            <>
              <p className="font-semibold">
                {texts.charge(
                  nameOf(card),
                  formatMoney(nextChargeCents, price.currency),
                  dateInText(nextAt, clinic.time_zone),
                )}
              </p>
              {open.length > 0 && <p>{texts.open}</p>}
            </>
          ) : (
            <p>{texts.noCard}</p>
          )}
        </div>
        <DialogActions>
          <Button variant="outline" disabled={change.isBusy} onClick={onClose}>
            {texts.keep}
          </Button>
          {cards.data && !card ? (
            <UseAnotherCard label={texts.saveCard} subscriptions={[]} />
          ) : (
            <SubmitButton
              type="button"
              isBusy={change.isBusy}
              busyText={texts.busy}
              disabled={!card}
              onClick={change.run}
            >
              {texts.submit}
            </SubmitButton>
          )}
        </DialogActions>
        {change.dialog}
      </DialogContent>
    </Dialog>
  )
}

function nameOf({ brand, last4 }: { brand: string; last4: string }): string {
  const { cardBrands, methods } = subscriptionTexts.page
  return methods.card(cardBrands[brand] ?? brand.charAt(0).toUpperCase() + brand.slice(1), last4)
}

import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useId } from 'react'
import { subscriptionTexts } from '#domain/texts/subscriptions.ts'
import { formatMoney } from '#domain/values/money.ts'
import { Button } from '#web/components/ui/button.tsx'
import { Spinner } from '#web/components/ui/spinner.tsx'
import { toast } from '#web/components/ui/toast.ts'
import { useClinicLookup } from '#web/lib/clinic/current-clinic.ts'
import { callFunction } from '#web/lib/fetch/api.ts'
import { conflictSentence } from '#web/lib/fetch/refusals.ts'
import { rememberDueInvoices } from '../due-invoices.ts'
import { openAmountOf } from '../open-amount-of.ts'
import { type OwnSubscription, ownCardsQuery } from '../queries.ts'
import { rememberKnownCards } from './known-cards.ts'

const texts = subscriptionTexts.page.methods

/**
 * Leads to the page that saves another card, which is then charged for open invoices.
 * @param subscriptions the payer's; their open amount is charged to it at once
 */
export function UseAnotherCard({
  label: given,
  subscriptions,
}: {
  label?: string
  subscriptions: readonly OwnSubscription[]
}) {
  const { clinic } = useClinicLookup()
  const queries = useQueryClient()
  const takesBank = clinic?.bank_debit
  const label = given ?? (takesBank ? texts.changeOrBank : texts.change)
  const overdue = subscriptions
    .filter(openAmountOf)
    .flatMap(({ open_invoices }) =>
      open_invoices.filter(({ settles_about, due_at }) => !settles_about && !due_at),
    )
  const due = overdue.map(({ id }) => id)
  const cents = overdue.reduce((sum, { amount_due_cents }) => sum + amount_due_cents, 0)
  const [open] = overdue
  const id = useId()
  const change = useMutation({
    mutationFn: async () => {
      const { url } = await callFunction('change-own-card')
      rememberDueInvoices(due)
      rememberKnownCards(clinic ? queries.getQueryData(ownCardsQuery(clinic).queryKey) : undefined)
      location.assign(url)
    },
    onError: (error) =>
      void toast.error(texts.changeFailedTitle, {
        description: conflictSentence(error) ?? texts.changeFailed,
      }),
  })
  // until the other page has loaded
  const isBusy = change.isPending || change.isSuccess
  return (
    <>
      <Button
        variant="outline"
        aria-disabled={isBusy}
        aria-describedby={open ? id : undefined}
        onClick={() => isBusy || change.mutate()}
      >
        {isBusy && <Spinner />}
        {isBusy ? texts.changing : label}
      </Button>
      {open && (
        <p id={id} className="order-last basis-full text-form text-muted">
          {texts.chargedNow(label, formatMoney(cents, open.currency))}
        </p>
      )}
    </>
  )
}

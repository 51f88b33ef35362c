import { useQuery } from '@tanstack/react-query'
import { CreditCard, Landmark } from 'lucide-react'
import { isBankAccount } from '#domain/payouts/bank-debits.ts'
import { subscriptionTexts } from '#domain/texts/subscriptions.ts'
import { AskFirst } from '#web/components/access/ask-first.tsx'
import { EmptyState } from '#web/components/empty-state.tsx'
import { ErrorState } from '#web/components/error-state.tsx'
import { Badge } from '#web/components/ui/badge.tsx'
import { Button } from '#web/components/ui/button.tsx'
import { Card } from '#web/components/ui/card.tsx'
import { Loading, Skeleton } from '#web/components/ui/skeleton.tsx'
import { Spinner } from '#web/components/ui/spinner.tsx'
import type { Clinic } from '#web/lib/clinic/current-clinic.ts'
import { type OwnCard, ownCardsQuery, ownSubscriptionsQuery } from '../queries.ts'
import { cardName } from './card-brand.ts'
import { CardExpiryNotice, stateOf } from './card-expiry-notice.tsx'
import { UseAnotherCard } from './use-another-card.tsx'
import { useOwnCards } from './use-own-cards.ts'

const texts = subscriptionTexts.page.methods

export function PaymentMethodsTab({ clinic }: { clinic: Clinic }) {
  const { data: cards, isPending, isError, refetch } = useQuery(ownCardsQuery(clinic))
  const { data: own = [] } = useQuery(ownSubscriptionsQuery(clinic))
  if (isPending) return <CardSkeleton />
  if (isError) return <ErrorState title={texts.failedTitle} onRetry={() => void refetch()} />
  if (cards.length === 0) {
    return (
      <EmptyState icon={CreditCard} title={texts.none}>
        {texts.noneText}
      </EmptyState>
    )
  }
  return (
    <div className="space-y-5">
      <CardExpiryNotice clinic={clinic} />
      <ul
        aria-label={cards.some(({ brand }) => isBankAccount(brand)) ? texts.listWithBank : texts.list}
        className="space-y-4"
      >
        {cards.map((card) => (
          <li key={card.id}>
            <CardRow card={card} />
          </li>
        ))}
      </ul>
      <div className="flex flex-wrap gap-3">
        <UseAnotherCard label={clinic.bank_debit ? texts.addOrBank : texts.add} subscriptions={own} />
      </div>
    </div>
  )
}

function CardRow({ card }: { card: OwnCard }) {
  const { setDefault, remove } = useOwnCards()
  const name = cardName(card)
  const state = stateOf(card)
  const isBank = isBankAccount(card.brand)
  const Icon = isBank ? Landmark : CreditCard
  const isBusy = setDefault.isPending || remove.isPending
  return (
    <Card className="flex items-start gap-4">
      <span className="grid size-12 flex-none place-items-center rounded-full bg-tint text-primary">
        <Icon aria-hidden className="size-6" />
      </span>
      <div className="min-w-0 flex-1">
        <h2 className="flex flex-wrap items-center gap-2 text-lead font-semibold break-words">
          {name}
          {card.is_default && <Badge tone="tint">{texts.default}</Badge>}
          {state === 'expires soon' && <Badge tone="warning">{texts.expiresSoon}</Badge>}
          {state === 'expired' && <Badge tone="danger">{texts.expired}</Badge>}
        </h2>
        <p className="text-muted tabular-nums">
          {card.exp_month && card.exp_year ? texts.expires(card.exp_month, card.exp_year) : texts.usual}
        </p>
        {card.is_default && <p className="mt-3">{texts.charged}</p>}
        <div className="mt-4 flex flex-wrap items-center gap-3">
          {!card.is_default && state !== 'expired' && (
            <Button
              variant="outline"
              aria-label={texts.chooseOne(name)}
              aria-disabled={isBusy}
              onClick={() => isBusy || setDefault.mutate(card.id)}
            >
              {setDefault.isPending && <Spinner />}
              {texts.use}
            </Button>
          )}
          <AskFirst
            label={texts.remove}
            accessibleLabel={texts.removeOne(name)}
            variant="link"
            ask={{
              title: texts.ask.title(name),
              consequence: card.is_default ? texts.ask.default : texts.ask.consequence,
              keep: isBank ? texts.ask.keepAccount : texts.ask.keep,
              action: isBank ? texts.ask.actionAccount : texts.ask.action,
            }}
            isBusy={remove.isPending}
            onAction={(close) => remove.mutate(card.id, { onSettled: close })}
          />
        </div>
      </div>
    </Card>
  )
}

function CardSkeleton() {
  return (
    <Loading>
      <Card className="flex items-start gap-4">
        <Skeleton className="size-12 flex-none rounded-full" />
        <div className="flex-1">
          <Skeleton className="h-6 w-48" />
          <Skeleton className="mt-2 h-5 w-32" />
          <Skeleton className="mt-4 h-5 w-64 max-w-full" />
        </div>
      </Card>
    </Loading>
  )
}

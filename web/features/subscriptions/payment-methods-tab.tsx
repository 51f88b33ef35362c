import { useQuery } from '@tanstack/react-query'
import { CreditCard } from 'lucide-react'
import { subscriptionTexts } from '#domain/texts/subscriptions.ts'
import { EmptyState } from '#web/components/empty-state.tsx'
import { ErrorState } from '#web/components/error-state.tsx'
import { Card } from '#web/components/ui/card.tsx'
import { Loading, Skeleton } from '#web/components/ui/skeleton.tsx'
import type { Clinic } from '#web/lib/current-clinic.ts'
import { cardBrandName } from './card-brand.ts'
import { ownCardQuery } from './queries.ts'
import { UseAnotherCard } from './use-another-card.tsx'

const texts = subscriptionTexts.page.methods

/** The card on file. */
export function PaymentMethodsTab({ clinic }: { clinic: Clinic }) {
  const { data: card, isPending, isError, refetch } = useQuery(ownCardQuery(clinic))
  if (isPending) return <CardSkeleton />
  if (isError) return <ErrorState title={texts.failedTitle} onRetry={() => void refetch()} />
  if (!card) {
    return (
      <EmptyState icon={CreditCard} title={texts.none}>
        {texts.noneText}
      </EmptyState>
    )
  }
  return (
    <Card className="flex items-start gap-4">
      <span className="grid size-12 flex-none place-items-center rounded-full bg-tint text-primary">
        <CreditCard aria-hidden className="size-6" />
      </span>
      <div className="min-w-0">
        <h2 className="text-lead font-semibold break-words">
          {texts.card(cardBrandName(card.card_brand), card.card_last4)}
        </h2>
        <p className="text-muted tabular-nums">{texts.expires(card.card_exp_month, card.card_exp_year)}</p>
        <p className="mt-3">{texts.charged}</p>
        <div className="mt-5">
          <UseAnotherCard />
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

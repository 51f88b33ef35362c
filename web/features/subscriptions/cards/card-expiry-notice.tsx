import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import { paths, withQuery } from '#domain/paths.ts'
import { cardState } from '#domain/subscriptions/cards.ts'
import { subscriptionTexts } from '#domain/texts/subscriptions.ts'
import { Notice } from '#web/components/ui/notice.tsx'
import { withClinic } from '#web/lib/clinic/clinic-address.ts'
import type { Clinic } from '#web/lib/clinic/current-clinic.ts'
import { serverNow } from '#web/lib/page/clock.ts'
import { type OwnCard, ownCardsQuery } from '../queries.ts'
import { cardName } from './card-brand.ts'

const texts = subscriptionTexts.page.methods

/** Null for a bank account, which has no end. */
export function stateOf({ exp_month: month, exp_year: year }: OwnCard) {
  return month && year ? cardState({ month, year }, serverNow()) : null
}

/** Warns that the charged card expires soon or has expired. @param withLink adds a link to save another */
export function CardExpiryNotice({ clinic, withLink = false }: { clinic: Clinic; withLink?: boolean }) {
  const { data: cards = [] } = useQuery(ownCardsQuery(clinic))
  const card = cards.find(({ is_default }) => is_default)
  const state = card && stateOf(card)
  if (!card || !state) return null
  if (state === 'good') return null
  const isExpired = state === 'expired'
  return (
    <Notice tone="warning" title={isExpired ? texts.expiredTitle : texts.expiresSoonTitle}>
      <p>{texts.expiryText(cardName(card), isExpired)}</p>
      {withLink && (
        <p className="mt-2">
          <Link className="link" to={withClinic(withQuery(paths.pay, { tab: 'methods' }))}>
            {texts.expiryLink}
          </Link>
        </p>
      )}
    </Notice>
  )
}

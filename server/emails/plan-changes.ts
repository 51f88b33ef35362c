import { noticeTexts } from '#domain/texts/notices.ts'
import { formatDate } from '#domain/values/dates.ts'
import type { Mail } from '#server/platform/mail/mail.ts'
import type { SenderClinic } from './brand.ts'
import { notice } from './notices.ts'

export type PlanChangeKind = 'household' | 'plan' | 'pause' | 'resume' | 'leave' | 'price'

/**
 * To the payer of a changed plan. Names no plan and no person (docs/domain-rules.md rule 31).
 *
 * @param mail.isComing takes effect at `effectiveAt` and can still be undone
 * @param mail.cents charged; below zero credited or refunded. `amount`: the same without sign, formatted
 * @param mail.waived the open amount that is not collected, formatted
 * @param mail.missing the amount that Stripe could not refund, formatted
 * @param mail.prices for a period, before and after
 */
export function planChangeMail(mail: {
  to: string
  clinic: SenderClinic
  link: string
  kind: PlanChangeKind
  isComing: boolean
  effectiveAt: Date
  cents: number
  amount: string
  waived: string | null
  missing: string | null
  prices: { from: string; to: string } | null
}): Mail {
  const { to, clinic, link, kind, isComing, cents, amount, prices } = mail
  const texts = noticeTexts.planChange
  const date = formatDate(mail.effectiveAt, clinic.timeZone)
  const lead = (isComing ? texts.coming : texts.done)[kind](clinic.name, date)
  const booked = kind === 'leave' ? texts.givenBack : kind === 'pause' ? texts.kept : texts.credited
  return notice(`plan-change-${kind}`, to, clinic, texts.subject(clinic.name), {
    preheader: lead,
    heading: (isComing ? texts.headingsComing : texts.headings)[kind],
    paragraphs: [
      lead,
      ...(prices ? [texts.prices(prices.from, prices.to)] : []),
      ...(cents > 0 ? [texts.charged(amount)] : cents < 0 ? [booked(amount)] : []),
      ...(mail.waived ? [texts.waived(mail.waived)] : []),
      ...(mail.missing ? [texts.missing(mail.missing, clinic.name)] : []),
      ...(isComing ? [texts.undo(date)] : []),
    ],
    facts: isComing ? [[texts.from, date]] : [],
    button: { label: texts.button, href: link },
    notes: texts.notes,
  })
}

export function renewalMail(mail: {
  to: string
  clinic: SenderClinic
  link: string
  renewsAt: Date
  /** for the next year; null if a change of plan or price is announced */
  price: string | null
  /** no card is charged */
  isInvoiced: boolean
}): Mail {
  const { to, clinic, link, price } = mail
  const texts = noticeTexts.renewal
  const date = formatDate(mail.renewsAt, clinic.timeZone)
  const lead = (mail.isInvoiced ? texts.leadInvoiced : texts.lead)(clinic.name, date)
  return notice('plan-renewal', to, clinic, texts.subject(clinic.name, date), {
    preheader: lead,
    heading: texts.heading,
    paragraphs: [lead, ...(price ? [texts.price(price)] : []), texts.cancel(date)],
    facts: [[texts.renews, date], ...(price ? [[texts.amount, price] as [string, string]] : [])],
    button: { label: texts.button, href: link },
    notes: texts.notes,
  })
}

/**
 * To the payer, before a child reaches the age of the adult price.
 *
 * @param mail.from the first day of the higher price
 */
export function childPriceMail(mail: {
  to: string
  clinic: SenderClinic
  link: string
  from: Date
  prices: { from: string; to: string }
}): Mail {
  const { to, clinic, link, prices } = mail
  const texts = noticeTexts.childPrice
  const date = formatDate(mail.from, clinic.timeZone)
  const lead = texts.lead(clinic.name, date)
  return notice('child-price', to, clinic, texts.subject(clinic.name, date), {
    preheader: lead,
    heading: texts.heading,
    paragraphs: [lead, texts.prices(prices.from, prices.to)],
    facts: [[texts.from, date]],
    button: { label: texts.button, href: link },
    notes: texts.notes,
  })
}

import { noticeTexts } from '#domain/texts/notices.ts'
import { formatDate } from '#domain/values/dates.ts'
import type { Mail } from '#server/platform/mail/mail.ts'
import { type NoticeClinic, notice } from './notices.ts'

export type PlanChangeKind = 'household' | 'plan' | 'pause' | 'resume' | 'leave' | 'price'

/**
 * To the payer, about a change of a running plan. It names no plan and nobody who is covered (docs/domain-rules.md rule 31).
 *
 * @param mail.isComing it happens at `effectiveAt` and can still be undone
 * @param mail.cents charged; below zero credited or given back. `amount` is the same, formatted without its sign
 * @param mail.waived what was open and is not collected, formatted
 * @param mail.missing what the clinic has to settle itself, because Stripe did not give it back
 * @param mail.prices of a period, before and after
 */
export function planChangeMail(mail: {
  to: string
  clinic: NoticeClinic
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

/** To the payer of a yearly plan, before it renews. */
export function renewalMail(mail: {
  to: string
  clinic: NoticeClinic
  link: string
  renewsAt: Date
  /** of the next year; null where another plan or price is announced for it */
  price: string | null
}): Mail {
  const { to, clinic, link, price } = mail
  const texts = noticeTexts.renewal
  const date = formatDate(mail.renewsAt, clinic.timeZone)
  const lead = texts.lead(clinic.name, date)
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
 * To the payer, before a child has outgrown the price for children.
 *
 * @param mail.from the first day of the period that costs more
 */
export function childPriceMail(mail: {
  to: string
  clinic: NoticeClinic
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

import { clinicBillingMailTexts } from '#domain/texts/clinic-tier.ts'
import { formatDate, formatMonth } from '#domain/values/dates.ts'
import { formatMoney } from '#domain/values/money.ts'
import type { Mail } from '#server/platform/mail/mail.ts'
import { brandOf, type SenderClinic } from './brand.ts'
import { renderMail } from './layout.ts'

/**
 * due: no saved card. failed: past due. stopped: no new members until it is paid. tier_failed, tier_ended: for an
 * invoice that Stripe collects itself.
 */
export type ClinicInvoiceMailKind = 'due' | 'failed' | 'stopped' | 'tier_failed' | 'tier_ended'

/** To an admin, from Carefold, about its invoice to the clinic. Names no patient. */
export function clinicInvoiceMail(
  kind: ClinicInvoiceMailKind,
  mail: {
    to: string
    clinic: Pick<SenderClinic, 'id' | 'name' | 'timeZone'>
    link: string
    number: string | null
    /** YYYY-MM of the commission; null for a tier */
    month: string | null
    /** the tier's name; null for a commission */
    plan: string | null
    amountCents: number
    currency: string
    dueAt: Date | null
    nextAttemptAt: Date | null
    failureCode: string | null
    stopsAt: Date | null
    /** end of the tier if it stays unpaid */
    endsAt: Date | null
  },
): Mail {
  const texts = clinicBillingMailTexts[kind]
  const { facts, notes } = clinicBillingMailTexts
  const date = (at: Date) => formatDate(at, mail.clinic.timeZone)
  const amount = formatMoney(mail.amountCents, mail.currency)
  const terms = {
    clinic: mail.clinic.name,
    amount,
    plan: mail.plan,
    ends: mail.endsAt && date(mail.endsAt),
    due: mail.dueAt && date(mail.dueAt),
    next: mail.nextAttemptAt && date(mail.nextAttemptAt),
    stops: mail.stopsAt && date(mail.stopsAt),
    hadCard: mail.failureCode !== null,
    asksBank: mail.failureCode === 'authentication_required',
  }
  const paragraphs = texts.paragraphs(terms)
  const rows: [string, string][] = [[facts.amount, amount]]
  if (mail.month) rows.push([facts.month, formatMonth(mail.month)])
  if (mail.plan) rows.push([facts.plan, mail.plan])
  if (mail.number) rows.push([facts.invoice, mail.number])
  if (terms.next) rows.push([facts.next, terms.next])
  return {
    template: `clinic-invoice-${kind.replace('_', '-')}`,
    to: mail.to,
    subject: texts.subject(mail.clinic.name),
    ...renderMail({
      brand: brandOf(null),
      preheader: paragraphs[0] ?? '',
      heading: texts.heading,
      paragraphs,
      facts: rows,
      button: { label: texts.button, href: mail.link },
      notes: [...notes],
    }),
    clinicId: mail.clinic.id,
  }
}

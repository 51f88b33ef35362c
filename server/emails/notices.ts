import type { DeskMethod } from '#domain/invoices/inputs.ts'
import { isBankAccount } from '#domain/payouts/bank-debits.ts'
import { invoiceTexts } from '#domain/texts/invoices.ts'
import { noticeTexts } from '#domain/texts/notices.ts'
import { receiptTexts } from '#domain/texts/receipts.ts'
import { subscriptionTexts } from '#domain/texts/subscriptions.ts'
import { formatDate } from '#domain/values/dates.ts'
import { formatMoney } from '#domain/values/money.ts'
import type { Mail } from '#server/platform/mail/mail.ts'
import { brandOf, type SenderClinic } from './brand.ts'
import { type MailContent, renderMail } from './layout.ts'
import { stopOf } from './visits.ts'

export interface Card {
  brand: string | null
  last4: string | null
}

/** How a payment was made. */
export interface Paid extends Card {
  /** A card, or money that the desk received. */
  method: string
  reference: string | null
}

export type To = { to: string; clinic: SenderClinic; link: string }

export function patientJoinedMail({ to, name, clinic, link }: To & { name: string }): Mail {
  const texts = noticeTexts.patientJoined
  return notice('patient-joined', to, clinic, texts.subject(clinic.name), {
    preheader: texts.lead,
    heading: texts.heading(clinic.name),
    paragraphs: [texts.greeting(name), texts.lead],
    button: { label: texts.button, href: link },
    notes: texts.notes(to),
  })
}

/** @param mail.addresses shown without the scheme */
export function clinicOpenedMail(
  mail: To & { name: string; addresses: { clinic: string; join: string } },
): Mail {
  const texts = noticeTexts.clinicOpened
  const { to, name, clinic, link, addresses } = mail
  return notice('clinic-opened', to, clinic, texts.subject(clinic.name), {
    reader: 'other',
    preheader: texts.lead,
    heading: texts.heading,
    paragraphs: [texts.greeting(name), texts.lead],
    facts: [
      [texts.facts.address, addresses.clinic],
      [texts.facts.join, addresses.join],
    ],
    button: { label: texts.button, href: link },
    notes: texts.notes,
  })
}

/** To the payer, with the receipt attached. Does not name the plan (docs/domain-rules.md rule 31). */
export function paymentReceivedMail(
  mail: To & {
    receipt: { id: string; number: string; amountCents: number; currency: string; paidAt: Date; paid: Paid }
  },
): Mail {
  const texts = noticeTexts.paymentReceived
  const { to, clinic, link, receipt } = mail
  const amount = formatMoney(receipt.amountCents, receipt.currency)
  const date = formatDate(receipt.paidAt, clinic.timeZone)
  const lead = texts.lead(clinic.name, amount, date)
  const written = notice('payment-received', to, clinic, texts.subject(clinic.name, receipt.number), {
    preheader: lead,
    heading: texts.heading,
    paragraphs: [lead],
    facts: [
      [texts.facts.amount, amount],
      [texts.facts.date, date],
      ...named(texts.facts.method, paidText(receipt.paid)),
      [texts.facts.number, receipt.number],
    ],
    button: { label: texts.button, href: link },
    notes: texts.notes,
  })
  return { ...written, receiptId: receipt.id }
}

/** An invoice to pay by link. Names no line, which may reveal a service (docs/domain-rules.md rule 31). */
export function invoiceDueMail(
  mail: To & {
    number: string
    amountCents: number
    currency: string
    dueAt: Date
    when: 'later' | 'soon' | 'today' | 'overdue'
    /** of an address that the clinic entered for a patient without an account */
    stopLink?: string | undefined
  },
): Mail {
  const texts = noticeTexts.invoiceDue
  const { to, clinic, link, number, stopLink } = mail
  const amount = formatMoney(mail.amountCents, mail.currency)
  const date = formatDate(mail.dueAt, clinic.timeZone)
  const lead = texts.leads[mail.when](clinic.name, amount, date)
  return notice(
    stopLink ? 'invoice-entered' : 'invoice-due',
    to,
    clinic,
    texts.subject(clinic.name, number),
    {
      preheader: lead,
      heading: texts.headings[mail.when],
      paragraphs: [lead],
      facts: [
        [texts.facts.number, number],
        [texts.facts.amount, amount],
        [texts.facts.due, date],
      ],
      button: { label: texts.button(amount), href: link },
      notes: texts.notes,
      ...(stopLink && { reader: 'other', stop: stopOf(clinic, stopLink) }),
    },
  )
}

/** To the payer of a failed renewal. @param mail.link the payment page */
export function paymentFailedMail(
  mail: To & {
    amountCents: number
    currency: string
    failedAt: Date
    failureCode: string | null
    /** null: the address is not confirmed, so the mail names neither the card nor the bank's reason */
    card: Card | null
    nextAttemptAt: Date | null
    /** end of the benefits; null: already ended */
    graceEndsAt: Date | null
  },
): Mail {
  const texts = noticeTexts.paymentFailed
  const { to, clinic, link, nextAttemptAt, graceEndsAt } = mail
  const day = (instant: Date) => formatDate(instant, clinic.timeZone)
  const amount = formatMoney(mail.amountCents, mail.currency)
  const isDebit = isBankAccount(mail.card?.brand)
  const lead = (isDebit ? texts.leadOfDebit : texts.lead)(clinic.name, amount, day(mail.failedAt))
  return notice('payment-failed', to, clinic, texts.subject(clinic.name), {
    preheader: lead,
    heading: texts.heading,
    paragraphs: [
      mail.card ? `${lead} ${reasonOf(mail.failureCode)}` : lead,
      nextAttemptText(mail.card, nextAttemptAt && day(nextAttemptAt)),
      ...(graceEndsAt ? [texts.grace(day(graceEndsAt))] : []),
    ],
    facts: [
      [texts.facts.amount, amount],
      ...(mail.card ? cardFact(texts.facts.method, mail.card) : []),
      ...(nextAttemptAt ? [[texts.facts.next, day(nextAttemptAt)] as [string, string]] : []),
    ],
    button: { label: texts.button(amount), href: link },
    notes: mail.card ? texts.notes : [...texts.notes, texts.unconfirmed(clinic.name)],
  })
}

function nextAttemptText(card: Card | null, day: string | null): string {
  const texts = noticeTexts.paymentFailed
  if (day) return texts.nextAttempt(day)
  return isBankAccount(card?.brand) ? texts.noSecondDebit : texts.noNextAttempt
}

export function refundGivenMail(
  mail: To & { amountCents: number; currency: string; refundedAt: Date; card: Card },
): Mail {
  const texts = noticeTexts.refundGiven
  const { to, clinic, link } = mail
  const amount = formatMoney(mail.amountCents, mail.currency)
  const lead = texts.lead(clinic.name, amount, formatDate(mail.refundedAt, clinic.timeZone))
  return notice('refund-given', to, clinic, texts.subject(clinic.name), {
    preheader: lead,
    heading: texts.heading,
    paragraphs: [lead, isBankAccount(mail.card.brand) ? texts.howToBank : texts.how],
    facts: [[texts.facts.amount, amount], ...cardFact(texts.facts.method, mail.card)],
    button: { label: texts.button, href: link },
    notes: texts.notes,
  })
}

export function refundFailedMail(mail: To & { amountCents: number; currency: string; card: Card }): Mail {
  const texts = noticeTexts.refundFailed
  const { to, clinic, link } = mail
  const amount = formatMoney(mail.amountCents, mail.currency)
  const lead = (isBankAccount(mail.card.brand) ? texts.leadOfBank : texts.lead)(clinic.name, amount)
  return notice('refund-failed', to, clinic, texts.subject(clinic.name), {
    preheader: lead,
    heading: texts.heading,
    paragraphs: [lead, texts.how(clinic.name)],
    facts: [[texts.facts.amount, amount], ...cardFact(texts.facts.method, mail.card)],
    button: { label: texts.button, href: link },
    notes: texts.notes,
  })
}

/** @param mail.goodUntil the card's last day @param mail.link the page to save another card */
export function cardExpiringMail(
  mail: To & { card: { brand: string; last4: string }; goodUntil: Date },
): Mail {
  const texts = noticeTexts.cardExpiring
  const { to, clinic, link } = mail
  // a date on a card, which has no zone
  const date = formatDate(mail.goodUntil, 'UTC')
  const [fact] = cardFact(texts.facts.method, mail.card)
  const lead = texts.lead(clinic.name, fact?.[1] ?? texts.card, date)
  return notice('card-expiring', to, clinic, texts.subject(clinic.name), {
    preheader: lead,
    heading: texts.heading,
    paragraphs: [lead, texts.what],
    facts: [...(fact ? [fact] : []), [texts.facts.until, date]],
    button: { label: texts.button, href: link },
    notes: texts.notes,
  })
}

/**
 * To the patient whose plan ends with the paid period.
 *
 * @param mail.link the page to continue the plan
 * @param mail.canKeep false if the clinic has removed the patient
 * @param mail.open the amount still to be charged, formatted; null: nothing
 */
export function planCanceledMail(mail: To & { endsAt: Date; canKeep: boolean; open: string | null }): Mail {
  const { to, clinic, link, endsAt, canKeep, open } = mail
  const texts = noticeTexts.planCanceled
  const date = formatDate(endsAt, clinic.timeZone)
  const lead = open ? texts.leadWhileOpen(clinic.name, date, open) : texts.lead(clinic.name, date)
  return notice('plan-canceled', to, clinic, texts.subject(clinic.name, date), {
    preheader: lead,
    heading: texts.heading,
    paragraphs: [lead, ...(canKeep ? [texts.undo(date)] : [])],
    facts: [[texts.facts.until, date]],
    ...(canKeep ? { button: { label: texts.button, href: link } } : {}),
    notes: canKeep ? texts.notes : texts.notesWhenRemoved,
  })
}

/** To the payer of a request that Stripe has not confirmed. @param mail.since when it was recorded */
export function planChangeWaitsMail(mail: To & { since: Date }): Mail {
  const texts = noticeTexts.planChangeWaits
  const { to, clinic, link } = mail
  const date = formatDate(mail.since, clinic.timeZone)
  const lead = texts.lead(clinic.name, date)
  return notice('plan-change-waits', to, clinic, texts.subject(clinic.name), {
    preheader: lead,
    heading: texts.heading,
    paragraphs: [lead, texts.until, texts.clinic(clinic.name)],
    facts: [[texts.facts.since, date]],
    button: { label: texts.button, href: link },
    notes: [],
  })
}

/** To the patient of a plan that ended without a cancellation. @param mail.open the formatted open amount; null: none */
export function planEndedMail(mail: To & { endedAt: Date; open: string | null }): Mail {
  const texts = noticeTexts.planEnded
  const { to, clinic, link } = mail
  const date = formatDate(mail.endedAt, clinic.timeZone)
  const lead = texts.lead(clinic.name, date)
  return notice('plan-ended', to, clinic, texts.subject(clinic.name), {
    preheader: lead,
    heading: texts.heading,
    paragraphs: mail.open ? [lead, texts.unpaid(clinic.name, mail.open), texts.again] : [lead, texts.again],
    facts: [[texts.facts.ended, date]],
    button: { label: texts.button, href: link },
    notes: texts.notes,
  })
}

/**
 * To the sender of an invitation.
 *
 * @param mail.accepted the new team member; null for a patient: a name would reveal something about health
 */
export function invitationAcceptedMail(
  mail: To & { accepted: { name: string; role: 'admin' | 'staff' | 'member' } | null },
): Mail {
  const texts = noticeTexts.invitationAccepted
  const { to, clinic, link, accepted } = mail
  const lead = accepted
    ? texts.team(accepted.name, clinic.name, texts.roles[accepted.role])
    : texts.someone(clinic.name)
  return notice('invitation-accepted', to, clinic, texts.subject(clinic.name), {
    reader: 'other',
    preheader: lead,
    heading: texts.heading,
    paragraphs: [lead],
    button: { label: texts.button, href: link },
    notes: texts.notes,
  })
}

/** Notifies a patient without details (docs/domain-rules.md rule 31). */
export function somethingNewMail({
  to,
  clinic,
  link,
  about,
  isInsteadOfText,
}: To & {
  about: keyof typeof noticeTexts.somethingNew.headings
  isInsteadOfText: boolean
}): Mail {
  const texts = noticeTexts.somethingNew
  const lead = texts.leads[about]
  const heading = texts.headings[about](clinic.name)
  return notice('something-new', to, clinic, heading, {
    preheader: lead,
    heading,
    paragraphs: isInsteadOfText ? [lead, texts.insteadOfText] : [lead],
    button: { label: texts.buttons[about], href: link },
    notes: texts.notes,
  })
}

/** "Visa ending in 4242"; null without a card */
export function cardText({ brand, last4 }: Card): string | null {
  if (!brand || !last4) return null
  const name = subscriptionTexts.page.cardBrands[brand] ?? brand.charAt(0).toUpperCase() + brand.slice(1)
  return receiptTexts.document.card(name, last4)
}

/** "Visa ending in 4242", "Cash", "Check 1042" */
export function paidText({ method, reference, ...card }: Paid): string | null {
  const name = invoiceTexts.methods[method as DeskMethod]
  if (!name) return cardText(card)
  return reference ? `${name} ${reference}` : name
}

export function cardFact(label: string, card: Card): [string, string][] {
  if (isBankAccount(card.brand) && card.last4)
    return [[noticeTexts.bankAccount, receiptTexts.document.endingIn(card.last4)]]
  return named(label, cardText(card))
}

function named(label: string, words: string | null): [string, string][] {
  return words ? [[label, words]] : []
}

function reasonOf(code: string | null): string {
  const { reasons } = noticeTexts.paymentFailed
  return code && code in reasons ? reasons[code as keyof typeof reasons] : reasons.other
}

export function notice(
  template: string,
  to: string,
  clinic: SenderClinic,
  subject: string,
  content: Omit<MailContent, 'brand'>,
): Mail {
  return {
    template,
    to,
    subject,
    ...renderMail({ brand: brandOf(clinic), reader: 'patient', ...content }),
    clinicId: clinic.id,
  }
}

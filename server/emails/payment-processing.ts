import { noticeTexts } from '#domain/texts/notices.ts'
import { formatDate } from '#domain/values/dates.ts'
import { formatMoney } from '#domain/values/money.ts'
import type { Mail } from '#server/platform/mail/mail.ts'
import { type Card, cardFact, notice, type To } from './notices.ts'

/** To the payer whose bank account is being debited. @param mail.settlesAbout when the banks usually answer */
export function paymentProcessingMail(
  mail: To & { amountCents: number; currency: string; settlesAbout: Date; card: Card },
): Mail {
  const texts = noticeTexts.paymentProcessing
  const { to, clinic, link } = mail
  const amount = formatMoney(mail.amountCents, mail.currency)
  const date = formatDate(mail.settlesAbout, clinic.timeZone)
  const lead = texts.lead(clinic.name, amount, date)
  return notice('payment-processing', to, clinic, texts.subject(clinic.name), {
    preheader: lead,
    heading: texts.heading,
    paragraphs: [lead, texts.later],
    facts: [
      [texts.facts.amount, amount],
      ...cardFact(texts.facts.method, mail.card),
      [texts.facts.date, date],
    ],
    button: { label: texts.button, href: link },
    notes: texts.notes,
  })
}

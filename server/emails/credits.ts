import { noticeTexts } from '#domain/texts/notices.ts'
import { formatMoney } from '#domain/values/money.ts'
import type { Mail } from '#server/platform/mail/mail.ts'
import { notice, type To } from './notices.ts'

/** To the payer, without the reason, which may reveal a service (docs/domain-rules.md rule 31). */
export function creditMail(
  mail: To & { kind: 'given' | 'takenBack'; amountCents: number; leftCents: number; currency: string },
): Mail {
  const { to, clinic, link, kind, currency } = mail
  const texts = noticeTexts.credit
  const lead = texts[kind].lead(clinic.name, formatMoney(mail.amountCents, currency))
  const template = kind === 'given' ? 'credit-given' : 'credit-taken-back'
  return notice(template, to, clinic, texts.subject(clinic.name), {
    preheader: lead,
    heading: texts[kind].heading,
    paragraphs: [lead, texts.how],
    facts: [[texts.left, formatMoney(mail.leftCents, currency)]],
    button: { label: texts.button, href: link },
  })
}

import type { Purpose } from '#domain/broadcasts/kinds.ts'
import { broadcastTexts } from '#domain/texts/broadcasts.ts'
import type { Mail } from '#server/platform/mail/mail.ts'
import type { SenderClinic } from './brand.ts'
import { notice } from './notices.ts'

const texts = broadcastTexts.mail

/** A clinic's words to many patients, one mail each. @param mail.stopLink null: a test to the author */
export function broadcastMail(mail: {
  to: string
  clinic: SenderClinic
  purpose: Purpose
  subject: string
  body: string
  stopLink: string | null
}): Mail {
  const { to, clinic, purpose, subject, body, stopLink } = mail
  return notice('broadcast', to, clinic, subject, {
    preheader: subject,
    heading: subject,
    paragraphs: body.split('\n').filter((words) => words.trim() !== ''),
    ...(stopLink
      ? { stop: { words: texts.why[purpose](clinic.name), label: texts.unsubscribe, href: stopLink } }
      : { notes: [texts.test] }),
  })
}

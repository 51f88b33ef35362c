import { authMailTexts } from '#domain/texts/auth-mails.ts'
import type { Mail } from '#server/platform/mail/mail.ts'
import type { MailBrand } from '../brand.ts'
import { renderMail } from '../layout.ts'

interface Notice {
  to: string
  brand: MailBrand
  settingsLink: string
}

type FactorType = keyof (typeof authMailTexts)['factorNames']

export function factorAddedMail({ type, ...notice }: Notice & { type: FactorType }): Mail {
  const texts = authMailTexts.factorAdded
  const lead = texts.lead(authMailTexts.factorNames[type])
  return noticeMail('factor-added', notice, { ...texts, lead })
}

export function factorRemovedMail({ type, ...notice }: Notice & { type: FactorType }): Mail {
  const texts = authMailTexts.factorRemoved
  const lead = texts.lead(authMailTexts.factorNames[type])
  return noticeMail('factor-removed', notice, { ...texts, lead })
}

export function recoveryCodeUsedMail({ remaining, ...notice }: Notice & { remaining: number }): Mail {
  const texts = authMailTexts.recoveryCodeUsed
  return noticeMail('recovery-code-used', notice, { ...texts, lead: texts.lead(remaining) })
}

function noticeMail(
  template: string,
  { to, brand, settingsLink }: Notice,
  texts: { subject: string; heading: string; lead: string; button: string; notes: string[] },
): Mail {
  const rendered = renderMail({
    brand,
    preheader: texts.lead,
    heading: texts.heading,
    paragraphs: [texts.lead],
    button: { label: texts.button, href: settingsLink },
    notes: texts.notes,
  })
  return { template, to, subject: texts.subject, ...rendered }
}

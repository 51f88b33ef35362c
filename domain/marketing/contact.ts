import * as z from 'zod/mini'
import { accessTexts } from '../texts/access.ts'
import { marketingTexts } from '../texts/marketing.ts'
import { onOneLine } from '../values/one-line.ts'

export const contactSubjects = ['question', 'demo', 'sales'] as const
export type ContactSubject = (typeof contactSubjects)[number]

const { form } = marketingTexts.contact

export const contactRequestInput = z.object({
  about: z.enum(contactSubjects),
  name: z
    .string()
    .check(onOneLine(), z.minLength(2, accessTexts.validation.name), z.maxLength(200, form.nameLong)),
  email: z
    .string()
    .check(z.trim(), z.toLowerCase(), z.email(accessTexts.validation.emailSentence), z.maxLength(255)),
  /** Empty if the visitor has no clinic yet. */
  clinicName: z.string().check(onOneLine(), z.maxLength(200, form.clinicLong)),
  message: z
    .string()
    .check(z.trim(), z.minLength(1, form.messageMissing), z.maxLength(4000, form.messageLong)),
})
export type ContactRequest = z.infer<typeof contactRequestInput>

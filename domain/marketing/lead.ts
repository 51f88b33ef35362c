import * as z from 'zod/mini'
import { accessTexts } from '../texts/access.ts'

/** Stored in lower case, so that each address exists only once. */
export const leadForm = z.object({
  email: z.string().check(z.trim(), z.toLowerCase(), z.email(accessTexts.validation.emailSentence)),
})
export type LeadForm = z.infer<typeof leadForm>

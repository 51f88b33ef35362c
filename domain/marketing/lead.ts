/** Leaving an address on the landing page. */
import * as z from 'zod/mini'
import { accessTexts } from '../texts/access.ts'

/** The landing page's lead. Stored in lower case, so that an address is left only once. */
export const leadForm = z.object({
  email: z.string().check(z.trim(), z.toLowerCase(), z.email(accessTexts.validation.emailSentence)),
})
export type LeadForm = z.infer<typeof leadForm>

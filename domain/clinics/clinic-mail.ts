import * as z from 'zod/mini'
import { clinicTexts } from '../texts/clinics.ts'
import { seenVersion } from '../versions.ts'

const invalid = clinicTexts.mail.invalid

/** Where replies to a clinic's mails go (docs/decisions/0175). Empty: the mails say where to write instead. */
export const clinicMailInput = z.object({
  version: seenVersion,
  replyTo: z.string().check(
    z.trim(),
    z.toLowerCase(),
    z.maxLength(255, invalid),
    z.refine((address) => address === '' || z.email().safeParse(address).success, invalid),
  ),
})
export type ClinicMailForm = z.infer<typeof clinicMailInput>

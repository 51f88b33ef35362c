/** Connecting a patient's record to another account of the patient (docs/decisions/0171). */

import * as z from 'zod/mini'
import { accountOfferTexts } from '../texts/account-offers.ts'

const invalid = accountOfferTexts.person.invalid

export const offerAccountInput = z.object({
  patientId: z.uuid(),
  email: z.string().check(z.trim(), z.toLowerCase(), z.email(invalid), z.maxLength(254, invalid)),
})
export const accountOfferInput = z.object({ patientId: z.uuid() })
export const acceptAccountOfferInput = z.object({ offerId: z.uuid() })

export interface AccountOfferView {
  email: string
  /** ISO instant */
  expiresAt: string
}

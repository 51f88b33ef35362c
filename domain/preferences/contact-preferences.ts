/** docs/specification.md B2.6, B3 */

import * as z from 'zod/mini'
import { preferenceTexts } from '../texts/preferences.ts'
import { seenVersion } from '../versions.ts'

export const contactPreferencesInput = z.object({
  version: seenVersion,
  emailNotifications: z.boolean(),
  smsNotifications: z.boolean(),
  appointmentReminders: z.boolean(),
  marketingCommunications: z.boolean(),
})
export type ContactPreferences = z.infer<typeof contactPreferencesInput>
export type ContactChoice = Exclude<keyof ContactPreferences, 'version'>

/** Consent purposes in the ledger (docs/domain-rules.md rule 32). */
export const consentPurposes = {
  emailNotifications: 'email',
  smsNotifications: 'sms_care',
  appointmentReminders: 'appointment_reminders',
  marketingCommunications: 'marketing',
} as const satisfies Record<ContactChoice, string>

export const contactChoices = Object.keys(consentPurposes) as ContactChoice[]

/** Version of the wordings below in the ledger; change it with each text. */
export const consentVersion = 'profile-2026-11'

/** The text that the patient sees next to a choice; stored with the consent. */
export function consentWording(choice: ContactChoice, clinic: string): string {
  const { label, hint } = preferenceTexts.contact.choices[choice]
  return `${label}. ${hint(clinic)}`
}

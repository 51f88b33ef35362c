/** How a patient wants to hear from a clinic (docs/specification.md B2.6, B3), and the consents behind it. */

import * as z from 'zod/mini'
import { preferenceTexts } from '../texts/preferences.ts'
import { seenVersion } from '../versions.ts'

/** Input of `save-contact-preferences`, and its form. */
export const contactPreferencesInput = z.object({
  version: seenVersion,
  emailNotifications: z.boolean(),
  smsNotifications: z.boolean(),
  appointmentReminders: z.boolean(),
  marketingCommunications: z.boolean(),
})
export type ContactPreferences = z.infer<typeof contactPreferencesInput>
export type ContactChoice = Exclude<keyof ContactPreferences, 'version'>

/** What a consent is about, as the ledger names it (docs/domain-rules.md rule 32). */
export const consentPurposes = {
  emailNotifications: 'email',
  smsNotifications: 'sms_care',
  appointmentReminders: 'appointment_reminders',
  marketingCommunications: 'marketing',
} as const satisfies Record<ContactChoice, string>

export const contactChoices = Object.keys(consentPurposes) as ContactChoice[]

/** Names the wordings below in the ledger: a new one whenever a text changes. */
export const consentVersion = 'profile-2026-11'

/** What the person reads beside a choice when they make it: stored with it. */
export function consentWording(choice: ContactChoice, clinic: string): string {
  const { label, hint } = preferenceTexts.contact.choices[choice]
  return `${label}. ${hint(clinic)}`
}

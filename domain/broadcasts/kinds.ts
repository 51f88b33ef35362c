/** Words of messages to many patients. Apart, because texts and pages load no validators for them. */

/** How patients get it: in their conversation with the clinic, by email, or by text message. */
export const channels = ['portal', 'mail', 'text'] as const
export type Channel = (typeof channels)[number]

/** care: about visits, hours and plans. marketing: services and offers, only for patients who agreed to them. */
export const purposes = ['care', 'marketing'] as const
export type Purpose = (typeof purposes)[number]

export const audiences = ['members', 'plan', 'visit', 'provider'] as const
export type Audience = (typeof audiences)[number]

/** Why a patient of the audience gets nothing. */
export const reasons = [
  'no_reader',
  'no_address',
  'address_gone',
  'no_number',
  'no_consent',
  'stopped',
  'same_number',
] as const
export type Reason = (typeof reasons)[number]

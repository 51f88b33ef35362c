/** How a patient is reached about visits, in this order (docs/decisions/0177). */
export const reaches = ['account', 'guardian', 'email', 'text', 'call'] as const
export type Reach = (typeof reaches)[number]

export interface ReachFacts {
  hasAccount: boolean
  /** An accepted guardian with full access to the record. */
  hasGuardian: boolean
  /** Entered by the clinic; no account has proven it. */
  email: string | null
  /** Another patient without an account, or a member of the clinic, has the same address. */
  isEmailShared: boolean
  /** A reader of the clinic's mails to this address has stopped them. */
  isEmailStopped: boolean
  /** A mail to it came back, because it does not exist (docs/decisions/0219). */
  isEmailGone: boolean
  wantsEmail: boolean
  phone: string | null
  agreedToTexts: boolean
  /** The number has answered STOP. */
  isPhoneStopped: boolean
  /** The clinic's tier and the installation can send text messages. */
  clinicHasTexts: boolean
}

/** `call`: no message reaches the patient, so the desk calls. */
export function reachOf(facts: ReachFacts): Reach {
  if (facts.hasAccount) return 'account'
  if (facts.hasGuardian) return 'guardian'
  const { email, wantsEmail, isEmailShared, isEmailStopped, isEmailGone } = facts
  if (email && wantsEmail && !isEmailShared && !isEmailStopped && !isEmailGone) return 'email'
  if (facts.phone && facts.agreedToTexts && !facts.isPhoneStopped && facts.clinicHasTexts) return 'text'
  return 'call'
}

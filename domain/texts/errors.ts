import type { ErrorCode } from '../errors.ts'

/** What a person reads for each refusal: what happened and what to do next. */
export const errorTexts: Record<ErrorCode, string> = {
  unexpected: 'An unexpected error occurred.',
  unavailable: 'Carefold cannot answer right now. Nothing was changed. Please try again in a moment.',
  invalid_input: 'Please check the highlighted fields.',
  bad_json: 'The request could not be read.',
  body_too_large: 'That is too much data for one request.',
  not_signed_in: 'Please sign in to continue.',
  session_ended: 'Your session has ended. Please sign in again.',
  not_allowed: 'You do not have permission to do this.',
  not_found: 'We could not find that. It may have been removed.',
  method_not_allowed: 'This address does not accept that kind of request.',
  rate_limited: 'Too many attempts. Please wait a moment and try again.',
  clinic_missing: 'Clinic information is missing. Cannot complete signup.',
  clinic_not_found: 'We could not find this clinic. Please check the address.',
  email_not_confirmed: 'Please confirm your email address first. We can send you a new link.',
  subdomain_taken: 'This address is already taken. Please choose another one.',
  subdomain_reserved: 'This address is reserved. Please choose another one.',
  subdomain_invalid: 'Subdomain can only contain lowercase letters, numbers, and hyphens',
}

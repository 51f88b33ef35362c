/** The refusals that the web app names itself; the server sends the others with their text. */
export const failureTexts = {
  unexpected: 'An unexpected error occurred.',
  unavailable: 'Carefold is not available right now. Please try again in a moment.',
  session_ended: 'Your session has ended. Please sign in again.',
  rate_limited: 'Too many attempts. Please wait a moment and try again.',
  email_not_confirmed: 'Please confirm your email address first. We can send you a new link.',
} as const

/** Shown instead of the auth service's messages, which docs/contracts/auth.md fixes. */
export const authErrorTexts: Record<string, string> = {
  'Invalid login credentials': 'This email and password do not match. Check both, or choose a new password.',
  'Token has expired or is invalid':
    'This code is wrong or has expired. Enter the code from the newest email, or request another.',
  'Nonce has expired or is invalid':
    'This code is wrong or has expired. Enter the code from the newest email, or request another.',
  'Email link is invalid or has expired': 'This link has expired or was used before.',
  'Email not confirmed': failureTexts.email_not_confirmed,
  'User is banned': 'This account is blocked. Please contact your clinic.',
  'Signups not allowed for this instance': 'New accounts cannot be created here at the moment.',
  'Request rate limit reached': failureTexts.rate_limited,
  'email rate limit exceeded': 'No more emails can be sent right now. Please try again later.',
  // from the client library
  'Auth session missing!': failureTexts.session_ended,
}

export const cookiesBlocked =
  'This browser blocks cookies, which signing in needs: please allow cookies for this site in the browser’s settings, then reload the page.'

export const waitSeconds = (seconds: string) => `Please wait ${seconds} seconds, then try again.`

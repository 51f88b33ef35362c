import { isSubdomainShape } from '#domain/tenancy.ts'
import { accessTexts } from '#domain/texts/access.ts'
import { errorTexts } from '#domain/texts/errors.ts'

export interface LoginMessage {
  tone: 'success' | 'danger'
  title?: string
  text: string
  awaitsConfirmation?: boolean
}

const refusalTexts: readonly string[] = Object.values(errorTexts)
const callbackTexts: readonly string[] = Object.values(accessTexts.inviteCallback)

/**
 * The message of /login on arrival. Only Carefold's texts, because a URL can be forged (docs/threats.md T8).
 *
 * @param appDomain main domain of the new hub
 */
export function loginMessage(query: URLSearchParams, appDomain: string): LoginMessage | null {
  const texts = accessTexts.login
  const message = query.get('message') ?? ''
  const error = query.get('error')
  if (error === 'invite_failed' || error === 'invalid_state') {
    const text = callbackTexts.includes(message) ? message : accessTexts.inviteCallback.failed
    return { tone: 'danger', title: texts.inviteFailed, text }
  }
  if (message === 'signup_success') {
    const subdomain = query.get('subdomain') ?? ''
    const address = isSubdomainShape(subdomain)
      ? ` ${texts.signedUpWithAddress(`${subdomain}.${appDomain}`)}`
      : ''
    return {
      tone: 'success',
      title: texts.signedUpTitle,
      text: texts.signedUp + address,
      awaitsConfirmation: true,
    }
  }
  if (message === 'signup_success_patient')
    return { tone: 'success', title: texts.signedUpTitle, text: texts.signedUp, awaitsConfirmation: true }
  if (message === 'logout_failed') {
    const reason = query.get('reason') ?? ''
    const text = refusalTexts.includes(reason) ? reason : accessTexts.logout.failedDefault
    return { tone: 'danger', title: accessTexts.logout.failed, text }
  }
  return null
}

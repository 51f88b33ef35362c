import { config } from '#web/lib/page/config.ts'
import { auth } from '#web/lib/session/auth.ts'

/*
 * The steps of auth-js's `mfa.webauthn.register` and `.authenticate`, without its default options, which allow security
 * keys only and exclude the device's fingerprint reader.
 */

// passkeys belong to the main domain, so that one works on every clinic's host
const site = { rpId: config.appDomain }

/** Creates a passkey for a new factor of that name. @returns the refusal, or null */
export async function registerPasskey(friendlyName: string, signal: AbortSignal): Promise<unknown> {
  const enrolled = await auth.mfa.enroll({ factorType: 'webauthn', friendlyName })
  if (enrolled.error) return enrolled.error
  return answer(enrolled.data.id, signal)
}

/** Signs with any of the user's passkeys. @returns the refusal, or null */
export function signWithPasskey(factorId: string, signal: AbortSignal): Promise<unknown> {
  return answer(factorId, signal)
}

async function answer(factorId: string, signal: AbortSignal): Promise<unknown> {
  const asked = await auth.mfa.challenge({ factorId, webauthn: site })
  if (asked.error) return asked.error
  const { id: challengeId, webauthn } = asked.data
  try {
    // auth-js types the options of WebAuthn level 3, whose new parts are all optional
    const publicKey = webauthn.credential_options.publicKey as object
    const credential =
      webauthn.type === 'create'
        ? await navigator.credentials.create({
            publicKey: publicKey as PublicKeyCredentialCreationOptions,
            signal,
          })
        : await navigator.credentials.get({
            publicKey: publicKey as PublicKeyCredentialRequestOptions,
            signal,
          })
    if (!(credential instanceof PublicKeyCredential))
      return new DOMException('no credential', 'NotAllowedError')
    const { error } = await auth.mfa.verify({
      factorId,
      challengeId,
      webauthn: { ...site, type: webauthn.type, credential_response: credential },
    } as Parameters<typeof auth.mfa.verify>[0])
    return error
  } catch (error) {
    // the browser's own error: canceled, timed out, or no such passkey
    return error
  }
}

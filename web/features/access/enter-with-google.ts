import { callFunction } from '#web/lib/api.ts'
import { ApiError } from '#web/lib/api-error.ts'
import { auth } from '#web/lib/auth.ts'
import { type BegunFlow, redeemGoogleCode } from '#web/lib/google-sign-in.ts'

/**
 * Makes the session of a sign-in with Google this browser's, and does what the person pressed the button for.
 *
 * A join needs a proven address, as every join does; Google's word has proven it, else there is no session.
 */
export async function enterWithGoogle(
  code: string,
  { intent, flowId }: BegunFlow,
): Promise<{ isIn: true } | { refusal: string; text: string | null }> {
  try {
    const session = await redeemGoogleCode(code, flowId)
    if (!session) return { refusal: 'bad_oauth_state', text: null }
    const { data, error } = await auth.setSession(session)
    if (error || !data.user) return { refusal: 'server_error', text: null }
    const isSignIn = intent.kind === 'sign-in' || intent.kind === 'organization'
    if (!isSignIn && !data.user.user_metadata.userType) {
      const userType = intent.kind === 'clinic-sign-up' ? 'clinicAdmin' : 'patient'
      await auth.updateUser({ data: { userType } })
    }
    if (intent.kind === 'join') await callFunction('join-clinic', { clinicId: intent.clinicId })
    return { isIn: true }
  } catch (error) {
    if (error instanceof ApiError) return { refusal: error.code, text: error.message }
    return { refusal: 'server_error', text: null }
  }
}

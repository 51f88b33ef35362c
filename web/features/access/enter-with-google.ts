import { callFunction } from '#web/lib/fetch/api.ts'
import { ApiError } from '#web/lib/fetch/api-error.ts'
import { auth } from '#web/lib/session/auth.ts'
import { type BegunFlow, redeemGoogleCode } from '#web/lib/session/google-sign-in.ts'

/**
 * Completes a sign-in with Google: stores the session and runs the intent of the button. Joining requires a confirmed
 * address, which Google guarantees.
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

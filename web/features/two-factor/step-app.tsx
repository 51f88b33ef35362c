import type { Factor } from '@supabase/auth-js'
import { auth } from '#web/lib/session/auth.ts'
import { CodeForm } from './code-form.tsx'

/** The code of an authenticator app. With several apps the code identifies the one. */
export function AppStep({ factors, onDone }: { factors: Factor[]; onDone(): void }) {
  async function verify(code: string): Promise<unknown> {
    let refusal: unknown = null
    for (const { id } of factors) {
      const { error } = await auth.mfa.challengeAndVerify({ factorId: id, code })
      if (!error) {
        onDone()
        return null
      }
      refusal = error
      if (error.code !== 'mfa_verification_failed') return error
    }
    return refusal
  }
  return <CodeForm verify={verify} />
}

import type { Tx } from '#server/platform/database/transactions.ts'

/** Names of second factors in the amr claim (docs/contracts/auth.md 1.13). */
export const secondStepMethods = {
  totp: 'totp',
  phone: 'mfa/phone',
  webauthn: 'mfa/webauthn',
  recovery_code: 'mfa/recovery_code',
} as const

export type AnyFactorType = keyof typeof secondStepMethods
export type AssuranceLevel = 'aal1' | 'aal2'

const factorMethods: readonly string[] = Object.values(secondStepMethods)

/** The database applies the same rule. */
export function assuranceOf(methods: readonly { method: string }[]): AssuranceLevel {
  return methods.some(({ method }) => factorMethods.includes(method)) ? 'aal2' : 'aal1'
}

export async function assuranceOfSession(tx: Tx, sessionId: string): Promise<AssuranceLevel> {
  const methods = await tx
    .selectFrom('auth.session_methods')
    .select('method')
    .where('session_id', '=', sessionId)
    .execute()
  return assuranceOf(methods)
}

export async function lacksSecondStep(
  tx: Tx,
  { userId, sessionId }: { userId: string; sessionId: string },
): Promise<boolean> {
  const factor = await tx
    .selectFrom('auth.mfa_factors')
    .select('id')
    .where('user_id', '=', userId)
    .where('status', '=', 'verified')
    .limit(1)
    .executeTakeFirst()
  return factor !== undefined && (await assuranceOfSession(tx, sessionId)) === 'aal1'
}

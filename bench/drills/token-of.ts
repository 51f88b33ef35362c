import { authSettings } from '#server/auth/context/settings.ts'
import { parseSigningKeys } from '#server/auth/keys/signing-keys.ts'
import { createAccessTokens } from '#server/auth/tokens/access-token.ts'
import { systemClock } from '#server/platform/clock.ts'
import { readConfig } from '#server/platform/config/config.ts'
import type { Caller } from '#server/platform/database/transactions.ts'

export async function tokenOf(
  { userId, sessionId }: Pick<Caller, 'userId' | 'sessionId'>,
  settings: Record<string, string>,
): Promise<string> {
  const { issuer, audience } = authSettings(readConfig(settings))
  const keys = parseSigningKeys(settings.SIGNING_KEYS ?? '')
  const { token } = await createAccessTokens({ keys, issuer, audience, clock: systemClock }).sign(
    { sub: userId ?? '', session_id: sessionId ?? '', role: 'authenticated', aal: 'aal1' },
    3_600,
  )
  return token
}

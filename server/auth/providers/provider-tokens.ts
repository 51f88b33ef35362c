import type { SecretBox } from '#server/platform/secret-box.ts'

/** Tokens for the provider's own services. */
export interface ProviderTokens {
  accessToken: string
  refreshToken: string | null
}

/** Encrypted for the flow's row, until its code is exchanged. */
export function sealTokens(secrets: SecretBox, tokens: ProviderTokens, flowId: string): Buffer {
  return secrets.seal(JSON.stringify(tokens), flowId)
}

export function openTokens(secrets: SecretBox, sealed: Uint8Array, flowId: string): ProviderTokens {
  return JSON.parse(secrets.open(sealed, flowId)) as ProviderTokens
}

/** As auth-js reads them, in answers and in fragments. */
export function providerFields(tokens: ProviderTokens | null): Record<string, string> {
  if (!tokens) return {}
  return {
    provider_token: tokens.accessToken,
    ...(tokens.refreshToken ? { provider_refresh_token: tokens.refreshToken } : {}),
  }
}

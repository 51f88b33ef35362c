import { createOpenIdSandbox } from '#sandbox/openid/index.ts'
import { configuredProviders, type OpenIdProvider } from './auth/providers/openid-provider.ts'
import type { Config } from './platform/config/config.ts'

export interface SignInProviders {
  providers: OpenIdProvider[]
  /** Null when Google is configured, and in production. */
  sandbox: { path: string; handle(request: Request): Promise<Response> } | null
}

const sandboxPath = '/sandbox/openid'

/** Without Google's settings a local sandbox replaces it in development; in production Google is off. */
export async function openSignInProviders(config: Config): Promise<SignInProviders> {
  const providers = configuredProviders(config)
  if (config.google || config.environment !== 'development') return { providers, sandbox: null }
  const issuer = `${config.mainOrigin}${sandboxPath}`
  const client = { id: 'carefold-local', secret: crypto.randomUUID(), name: 'Carefold' }
  const { port } = new URL(config.mainOrigin)
  const origins = [config.mainOrigin, `http://localhost:${port}`, `http://127.0.0.1:${port}`]
  const sandbox = await createOpenIdSandbox({
    issuer,
    client,
    mayReturnTo: (address) =>
      origins.some((origin) => address === `${new URL(origin).origin}/auth/v1/callback`),
  })
  const local: OpenIdProvider = {
    name: 'google',
    issuer,
    clientIds: [client.id],
    clientSecret: client.secret,
    scopes: [],
    fetch: sandbox.fetch,
    isLocal: true,
  }
  return {
    providers: [local, ...providers],
    sandbox: { path: `${sandboxPath}/*`, handle: (request) => sandbox.fetch(request) },
  }
}

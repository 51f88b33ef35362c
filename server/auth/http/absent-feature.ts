import { AuthError } from '../errors.ts'

/** By the reference's paths (docs/contracts/auth.md 3.9). */
const absentFeatures: { path: RegExp; code: string; message: string }[] = [
  {
    path: /^(\/admin\/users\/[^/]+)?\/passkeys(\/|$)/,
    code: 'passkey_disabled',
    message: 'Passkeys are disabled',
  },
  {
    path: /^(\/oauth|\/user\/oauth|\/admin\/oauth|\/\.well-known\/oauth-authorization-server)(\/|$)/,
    code: 'feature_disabled',
    message: 'OAuth server is disabled',
  },
  {
    path: /^\/admin\/custom-providers(\/|$)/,
    code: 'feature_disabled',
    message: 'Custom OAuth providers are disabled',
  },
  {
    path: /^(\/scim|\/admin\/scim-providers)(\/|$)/,
    code: 'feature_disabled',
    message: 'SCIM server is disabled',
  },
]

/** The 404 of a path, whatever the method and the token; else null. */
export function absentFeature(path: string): AuthError | null {
  const found = absentFeatures.find((feature) => feature.path.test(path))
  return found ? new AuthError(404, found.code, found.message) : null
}

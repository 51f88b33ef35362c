/** The points of sign-in at which an operator can add a hook (docs/contracts/auth.md 7). */
const hookNames = [
  'before_user_created',
  'after_user_created',
  'custom_access_token',
  'mfa_verification_attempt',
  'password_verification_attempt',
  'send_email',
  'send_sms',
] as const

export type HookName = (typeof hookNames)[number]

export type HookTarget =
  | { kind: 'http'; url: string /** Keys of Standard Webhooks signatures, as bytes. */; keys: Buffer[] }
  | { kind: 'sql'; schema: string; name: string }

export type HookTargets = Partial<Record<HookName, HookTarget>>

type Env = Record<string, string | undefined>

const functionForm = /^pg-functions:\/\/postgres\/([a-z_][a-z0-9_]{0,62})\/([a-z_][a-z0-9_]{0,62})$/
const secretForm = /^v1,whsec_([A-Za-z0-9+/]{32,88}={0,2})$/

/** @throws Error whose message names the setting and the problem */
export function readHookTargets(env: Env, isProduction: boolean): HookTargets {
  const targets: HookTargets = {}
  for (const name of hookNames) {
    const setting = `HOOK_${name.toUpperCase()}`
    const uri = env[`${setting}_URI`]?.trim()
    if (!uri) continue
    const [, schema, functionName] = functionForm.exec(uri) ?? []
    targets[name] =
      schema && functionName
        ? { kind: 'sql', schema, name: functionName }
        : httpTarget(setting, uri, env[`${setting}_SECRETS`]?.trim() ?? '', isProduction)
  }
  return targets
}

function httpTarget(setting: string, uri: string, secrets: string, isProduction: boolean): HookTarget {
  const url = URL.canParse(uri) ? new URL(uri) : null
  const isLoopback = url !== null && ['localhost', '127.0.0.1', '[::1]'].includes(url.hostname)
  const isSafe = url?.protocol === 'https:' || (url?.protocol === 'http:' && (isLoopback || !isProduction))
  if (!url || !isSafe || url.username !== '') {
    throw new Error(`${setting}_URI must be https://... or pg-functions://postgres/<schema>/<function>`)
  }
  const keys = secrets.split('|').flatMap((secret) => {
    const [, base64] = secretForm.exec(secret.trim()) ?? []
    return base64 ? [Buffer.from(base64, 'base64')] : []
  })
  if (keys.length === 0 || keys.length !== secrets.split('|').length) {
    throw new Error(`${setting}_SECRETS must be v1,whsec_<base64>, several of them separated by |`)
  }
  return { kind: 'http', url: url.href, keys }
}

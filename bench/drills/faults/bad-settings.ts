import { spawn } from 'node:child_process'
import { freePort } from '#scripts/free-port.ts'
import type { Drill } from '../drill.ts'

const secret = 'x'.repeat(120)

/** A production configuration that would start if its database answered. */
const production: Record<string, string> = {
  NODE_ENV: 'production',
  APP_DOMAIN: 'carefold.example',
  DATABASE_URL: 'postgres://carefold_login@127.0.0.1:1/carefold',
  SMTP_URL: 'smtp://127.0.0.1:1',
  STRIPE_SECRET_KEY: 'sk_live_example',
  STRIPE_WEBHOOK_SECRET: 'whsec_0123456789abcdef',
  STRIPE_CONNECT_WEBHOOK_SECRET: 'whsec_fedcba9876543210',
  SIGNING_KEYS: secret,
  ENCRYPTION_KEY: `${'x'.repeat(43)}=`,
}

/** The variable that the error must name, and its invalid value. */
const cases: [name: string, value: string][] = [
  ...Object.keys(production)
    .filter((name) => name !== 'NODE_ENV')
    .map((name): [string, string] => [name, '']),
  ['STRIPE_WEBHOOK_SECRET', 'short'],
  ['STRIPE_CONNECT_WEBHOOK_SECRET', 'short'],
  ['SIGNING_KEYS', '{}'],
  ['SIGNING_KEYS', 'short'],
  ['ENCRYPTION_KEY', 'short'],
  ['NODE_ENV', 'prod'],
  ['PORT', 'http'],
  ['PORT', '70000'],
  ['ROLE', 'boss'],
  ['LOG_LEVEL', 'loud'],
  ['APP_DOMAIN', 'https://carefold.example'],
  ['TRUSTED_PROXY_HOPS', '-1'],
  ['EMBED_VIDEO', 'https://evil.example'],
  ['EMBED_SLIDES', 'everybody'],
  ['TWILIO_FROM', '+14155550100'],
  ['GOOGLE_SLIDES_CLIENT_ID', 'carefold.apps'],
  ['DEMO', 'on'],
]

const longestMs = 30_000
const atOnce = 2

export const badSettings: Drill = {
  name: 'F16',
  isShort: false,
  about: 'bad deploy configuration',
  async run() {
    const problems: string[] = []
    const waiting = [...cases]
    let slowest = 0
    const check = async () => {
      for (let each = waiting.pop(); each; each = waiting.pop()) {
        const [name, value] = each
        const { code, said, ms } = await start({
          ...production,
          PORT: String(await freePort()),
          [name]: value,
        })
        slowest = Math.max(slowest, ms)
        const what = `${name}=${value === '' ? '(missing)' : value}`
        const lines = said.trim().split('\n')
        if (code === null) problems.push(`${what} starts`)
        else if (code === 0) problems.push(`${what} ends as if all were well`)
        else if (!said.includes(named(name))) problems.push(`${what} is not named: ${lines[0]}`)
        else if (lines.length > 1) problems.push(`${what} is told in ${lines.length} lines`)
        if (value.length > 20 && said.includes(value) && name.includes('SECRET'))
          problems.push(`${what}: the value is told`)
      }
    }
    await Promise.all(Array.from({ length: atOnce }, check))
    return { figures: `${cases.length} cases, refused within ${(slowest / 1_000).toFixed(1)} s`, problems }
  },
}

/** Of a pair, the other one may be missing. */
function named(name: string): string {
  return name.replace(/^(TWILIO|GOOGLE_SLIDES)_.*/, '$1_')
}

function start(env: Record<string, string>): Promise<{ code: number | null; said: string; ms: number }> {
  const since = performance.now()
  const child = spawn(process.execPath, ['scripts/start.ts'], {
    env: { PATH: process.env.PATH ?? '', ...env },
    stdio: ['ignore', 'ignore', 'pipe'],
  })
  let said = ''
  child.stderr.on('data', (chunk: Buffer) => {
    said += chunk.toString()
  })
  return new Promise((resolve) => {
    const timer = setTimeout(() => {
      child.kill('SIGKILL')
      resolve({ code: null, said, ms: performance.now() - since })
    }, longestMs)
    child.once('exit', (code) => {
      clearTimeout(timer)
      resolve({ code, said, ms: performance.now() - since })
    })
  })
}

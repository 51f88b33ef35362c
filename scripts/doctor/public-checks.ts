import { lookup } from 'node:dns/promises'
import type { Config } from '#server/platform/config/config.ts'
import { type Check, Note } from './check.ts'

const everywhere = new Set(['0.0.0.0', '::'])

export function publicChecks(config: Config): Check[] {
  const checks: Check[] = []
  if (config.metrics && everywhere.has(config.metrics.host))
    checks.push({
      name: 'METRICS_HOST',
      run: async () => new Note('metrics listen on every network: only a firewall keeps them private'),
    })
  if (config.environment !== 'production') return checks
  return [
    ...checks,
    { name: 'APP_DOMAIN', run: () => checkAddress(config.appDomain) },
    { name: 'subdomains', run: () => checkAddress(`any-clinic.${config.appDomain}`) },
    {
      name: 'TRUSTED_PROXY_HOPS',
      run: async () =>
        config.trustedProxyHops > 0
          ? `${config.trustedProxyHops} proxies are believed`
          : new Note('0: behind a proxy every visitor would share one address, and one budget'),
    },
  ]
}

async function checkAddress(host: string): Promise<string> {
  await lookup(host).catch(() => {
    throw new Error(`${host} has no address in the DNS`)
  })
  const answer = await fetch(`https://${host}/health`, { redirect: 'manual' })
  if (answer.status !== 200) throw new Error(`https://${host}/health answered ${answer.status}`)
  const { status } = (await answer.json().catch(() => ({}))) as { status?: string }
  if (status !== 'ok') throw new Error(`https://${host}/health is answered by something else`)
  return `https://${host} leads to Carefold`
}

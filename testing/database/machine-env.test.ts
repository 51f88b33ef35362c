import { expect, it } from 'vitest'
import { readConfig } from '#server/platform/config/config.ts'
import { machineEnv } from './machine-env.ts'

it('settings of the shell do not reach a server that a test starts', () => {
  const shell = {
    PATH: '/usr/bin',
    TZ: 'Pacific/Auckland',
    NODE_ENV: 'production',
    APP_DOMAIN: 'clinics.example',
    DATABASE_URL: 'postgres://real.example/carefold',
    SMTP_URL: 'smtp://real.example',
    STRIPE_SECRET_KEY: 'sk_live_1',
    ROLE: 'worker',
  }
  expect(machineEnv(shell)).toEqual({ PATH: '/usr/bin', TZ: 'Pacific/Auckland' })
  expect(readConfig(machineEnv(shell))).toEqual(readConfig({}))
})

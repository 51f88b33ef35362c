import { expect, it } from 'vitest'
import { clinicPage } from './clinic-page.ts'

const config = { appDomain: 'carefold.localhost', mainOrigin: 'http://carefold.localhost:3000', port: 3000 }

it('is on the clinic’s own host', () => {
  const page = clinicPage({ config, caller: {} }, 'sunrise', '/clinic', 'checkout=done')
  expect(page).toBe('http://sunrise.carefold.localhost:3000/clinic?checkout=done')
})

it('stays on localhost, where the caller is signed in', () => {
  const page = clinicPage({ config, caller: { isOnLocalhost: true } }, 'sunrise', '/clinic', 'checkout=done')
  expect(page).toBe('http://localhost:3000/clinic?c=sunrise&checkout=done')
})

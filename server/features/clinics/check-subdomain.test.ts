import { expect, it } from 'vitest'
import { exhaustLimit } from '#testing/database/rate-limits.ts'
import { setUpServices } from '#testing/set-up.ts'
import { aClinic, aVisitor } from '#testing/sign-in/people.ts'
import { checkSubdomain } from './check-subdomain.ts'

const test = await setUpServices()

const check = (subdomain: string, address: string = crypto.randomUUID()) =>
  checkSubdomain.call(test.services, { ...aVisitor(), address }, { subdomain })

// spec: A5 The check says whether an address is available, and why not
it('reports to any caller whether an address is available, and why not', async () => {
  const { subdomain } = await aClinic(test.db)
  expect(await check('meadow-clinic')).toEqual({ available: true })
  expect(await check(subdomain)).toEqual({ available: false, reason: 'taken' })
  expect(await check(` ${subdomain.toUpperCase()} `)).toEqual({ available: false, reason: 'taken' })
  expect(await check('Admin')).toEqual({ available: false, reason: 'reserved' })
  expect(await check('xn--80ak6aa92e')).toEqual({ available: false, reason: 'invalid' })
  expect(await check('ab')).toEqual({ available: false, reason: 'invalid' })
  expect(await check('')).toEqual({ available: false, reason: 'invalid' })
})

it('reports a recently released name as taken', async () => {
  const { id } = await aClinic(test.db)
  await test.db.asOwner('insert into released_subdomains values ($1, $2, $3)', [
    'given-up',
    id,
    test.clock.now(),
  ])
  expect(await check('given-up')).toEqual({ available: false, reason: 'taken' })
})

it('is limited by network address', async () => {
  await check('meadow-clinic', '198.51.100.7')
  await exhaustLimit(test.db, 'check-subdomain', '198.51.100.7')
  await expect(check('meadow-clinic', '198.51.100.7')).rejects.toMatchObject({
    code: 'rate_limited',
    status: 429,
  })
  expect(await check('meadow-clinic', '198.51.100.8')).toEqual({ available: true })
})

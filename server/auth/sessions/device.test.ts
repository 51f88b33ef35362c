import { expect, it } from 'vitest'
import { householdOf, networkOf } from '#server/platform/http/networks.ts'
import { browserFamily, isSameDevice } from './device.ts'

it.each([
  ['203.0.113.9', '203.0'],
  ['203.0.113.9/32', '203.0'],
  ['2001:db8:1:2::1', '2001:db8:1'],
  ['2001:0db8:0001:ffff:0:0:0:1', '2001:db8:1'],
  ['2001:db8::1', '2001:db8:0'],
  ['::1', '0:0:0'],
  [null, ''],
])('the network of %s is %s', (address, network) => {
  expect(networkOf(address)).toBe(network)
})

it.each([
  ['203.0.113.9', '203.0.113.9'],
  ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
  ['2001:0db8:0001:0002::ffff', '2001:db8:1:2::/64'],
  ['2001:db8:1:3::1', '2001:db8:1:3::/64'],
  [null, ''],
])('%s is counted as %s', (address, household) => {
  expect(householdOf(address)).toBe(household)
})

it.each([
  ['Mozilla/5.0 (X11) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0 Safari/537.36', 'Chrome'],
  ['Mozilla/5.0 (X11) AppleWebKit/537.36 Chrome/140.0 Safari/537.36 Edg/140.0', 'Edg'],
  ['Mozilla/5.0 (Macintosh) AppleWebKit/605.1.15 Version/18.0 Safari/605.1.15', 'Safari'],
  ['Mozilla/5.0 (X11; rv:130.0) Gecko/20100101 Firefox/130.0', 'Firefox'],
  ['curl/8.1', 'curl'],
  [null, ''],
])('%s is %s', (userAgent, family) => {
  expect(browserFamily(userAgent)).toBe(family)
})

it('is the same device across a browser update on the same network, and on no other', () => {
  const session = { user_agent: 'X Firefox/130.0', ip: '203.0.113.9/32' }
  expect(isSameDevice(session, { userAgent: 'X Firefox/131.0', address: '203.0.7.1' })).toBe(true)
  expect(isSameDevice(session, { userAgent: 'X Chrome/131.0', address: '203.0.113.9' })).toBe(false)
  expect(isSameDevice(session, { userAgent: 'X Firefox/131.0', address: '198.51.100.1' })).toBe(false)
})

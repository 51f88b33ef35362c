import { expect, test } from 'vitest'
import { serverNow, settingTheClock } from './clock.ts'

const hourMs = 3_600_000

/** How far the page's clock is ahead of the device, after an answer with this header. */
async function hoursAheadAfter(now: string | null): Promise<number> {
  await settingTheClock(async () => new Response('', { headers: now ? { 'x-now': now } : {} }))(
    '/rest/v1/plans',
  )
  return Math.round((serverNow().getTime() - Date.now()) / hourMs)
}

const inHours = (hours: number) => new Date(Date.now() + hours * hourMs).toISOString()

test('follows the time of each answer, forwards and backwards', async () => {
  expect(await hoursAheadAfter(inHours(3))).toBe(3)
  expect(await hoursAheadAfter(inHours(24 * 31))).toBe(24 * 31)
  expect(await hoursAheadAfter(inHours(-3))).toBe(-3)
})

test('retains its time after an answer that states none or a malformed one', async () => {
  await hoursAheadAfter(inHours(5))
  expect(await hoursAheadAfter(null)).toBe(5)
  expect(await hoursAheadAfter('soon')).toBe(5)
  expect(await hoursAheadAfter(inHours(0))).toBe(0)
})

import { expect, it } from 'vitest'
import { dayMs } from '../values/durations.ts'
import { addWebhookInput, failingDays, retryPausesMs } from './webhooks.ts'

const parsed = (url: string, topics: string[] = ['visit']) => addWebhookInput.safeParse({ url, topics })

it.each([
  'ftp://example.com/hook',
  'https://ann:secret@example.com/hook',
  'example.com/hook',
  '',
  `https://example.com/${'a'.repeat(500)}`,
])('refuses the address %s', (url) => {
  expect(parsed(url).success).toBe(false)
})

it('stores an address in one line', () => {
  expect(parsed(' https://Example.com/ho\nok?a=b ')).toMatchObject({
    data: { url: 'https://example.com/hook?a=b' },
  })
})

it('requires a topic of the list', () => {
  expect(parsed('https://example.com', []).success).toBe(false)
  expect(parsed('https://example.com', ['health']).success).toBe(false)
})

it('retries for three days, with growing pauses, and less long than until the endpoint is switched off', () => {
  expect(retryPausesMs.toSorted((one, other) => one - other)).toEqual(retryPausesMs)
  const sum = retryPausesMs.reduce<number>((total, pause) => total + pause, 0)
  expect(sum).toBeGreaterThan(3 * dayMs)
  expect(sum).toBeLessThan(failingDays * dayMs)
})

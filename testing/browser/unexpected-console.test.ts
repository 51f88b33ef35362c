// biome-ignore-all lint/suspicious/noConsole: what this is about
import { afterEach, expect, it, vi } from 'vitest'

afterEach(() => vi.restoreAllMocks())

it.fails('fails a test that writes with console.error', () => {
  console.error('Something is wrong: %s', 'unexpected')
})

it.fails('fails a test that writes with console.warn, also a moment later', async () => {
  setTimeout(() => console.warn('Something is odd'), 1)
  await new Promise((done) => setTimeout(done, 20))
})

it('ignores a test that spies on it', () => {
  const spy = vi.spyOn(console, 'error').mockImplementation(() => {})
  console.error('as expected')
  expect(spy).toHaveBeenCalledWith('as expected')
})

import { expect, it } from 'vitest'
import { recordReadingInput } from './learning.ts'
import { matchesSearch } from './search.ts'

// spec: B5 Learning search matches title, description or category in any case; blank shows all
it('finds part of a title, description or category in any case; blank finds everything', () => {
  const article = { title: 'Sleeping well', description: 'Six habits', category: 'Wellness' }
  for (const text of ['SLEEP', 'habits', 'well', ' ', '', '  six '])
    expect(matchesSearch(article, text)).toBe(true)
  for (const text of ['nutrition', 'sleeping badly']) expect(matchesSearch(article, text)).toBe(false)
})

it('accepts a position from 0 to a day of video', () => {
  const itemId = '0197a3f0-0000-4000-8000-000000000001'
  expect(recordReadingInput.safeParse({ itemId, position: 0.4 }).success).toBe(true)
  expect(recordReadingInput.safeParse({ itemId }).success).toBe(true)
  for (const position of [-1, 86_401, Number.NaN, Number.POSITIVE_INFINITY])
    expect(recordReadingInput.safeParse({ itemId, position }).success).toBe(false)
})

it('accepts a hundred played parts of two seconds each', () => {
  const itemId = '0197a3f0-0000-4000-8000-000000000001'
  const takes = (watched: unknown) => recordReadingInput.safeParse({ itemId, position: 1, watched }).success
  expect(takes(Array.from({ length: 100 }, () => [0, 5]))).toBe(true)
  for (const watched of [Array.from({ length: 101 }, () => [0, 5]), [[0]], [[0, 1, 2]], [[0, 90_000]], 'x'])
    expect(takes(watched)).toBe(false)
})

import { expect, test } from 'vitest'
import { publicPageOf, publicPages } from './public-pages.ts'

test('each has a title and a description of its own, short enough for a search result', () => {
  expect(new Set(publicPages.map(({ title }) => title)).size).toBe(publicPages.length)
  for (const { path, description } of publicPages) {
    expect(description.length, path).toBeGreaterThan(40)
    expect(description.length, path).toBeLessThan(200)
  }
})

test('is found by its path, and nothing else is', () => {
  expect(publicPageOf('/')?.title).toBe('Seamless Membership Management')
  expect(publicPageOf('/contact/')?.path).toBe('/contact')
  expect([publicPageOf('/login'), publicPageOf('/clinic'), publicPageOf('/contact/us')]).toEqual([
    null,
    null,
    null,
  ])
})

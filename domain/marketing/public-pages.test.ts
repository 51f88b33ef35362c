import { expect, test } from 'vitest'
import { publicPageOf, publicPages } from './public-pages.ts'

test('each has a distinct title and description, short enough for a search result', () => {
  expect(new Set(publicPages.map(({ title }) => title)).size).toBe(publicPages.length)
  for (const { path, description } of publicPages) {
    expect(description.length, path).toBeGreaterThan(40)
    expect(description.length, path).toBeLessThan(200)
  }
})

test('finds a public page by its path, and no other', () => {
  expect(publicPageOf('/')?.title).toBe('Seamless Membership Management')
  expect(publicPageOf('/contact/')?.path).toBe('/contact')
  expect([publicPageOf('/login'), publicPageOf('/clinic'), publicPageOf('/contact/us')]).toEqual([
    null,
    null,
    null,
  ])
})

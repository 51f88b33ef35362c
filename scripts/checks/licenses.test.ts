import { expect, it } from 'vitest'
import { allowed, families, lookedAt, shippedPackages } from './licenses.ts'

it('every shipped package has a license that permits distribution with Carefold, or a reviewed one', () => {
  const unknown = shippedPackages().filter(
    ({ name, license }) =>
      !allowed.has(license ?? '') &&
      !(name in lookedAt) &&
      !Object.keys(families).some((start) => name.startsWith(start)),
  )
  expect(unknown).toEqual([])
})

it('packages that are only in the web app count as shipped, tools do not', () => {
  const names = shippedPackages().map(({ name }) => name)
  expect(names).toEqual(
    expect.arrayContaining(['react', 'scheduler', '@tiptap/core', 'prosemirror-model', 'pg']),
  )
  expect(names).not.toContain('vitest')
})

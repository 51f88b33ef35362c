import { expect, it } from 'vitest'
import { allowed, families, lookedAt, productionPackages } from './licenses.ts'

it('every package of production has a license that Carefold can be given away under, or one that was looked at', () => {
  const unknown = productionPackages().filter(
    ({ name, license }) =>
      !allowed.has(license ?? '') &&
      !(name in lookedAt) &&
      !Object.keys(families).some((start) => name.startsWith(start)),
  )
  expect(unknown).toEqual([])
})

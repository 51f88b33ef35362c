import { expect, it } from 'vitest'
import { guardianTab } from './guardian-tab.ts'

it.each([
  [null, 'record'],
  ['2016-05-01', 'overview'],
  ['2008-11-25', 'overview'],
  ['2008-11-24', 'record'],
  ['2005-11-25', 'record'],
  ['2005-11-24', null],
])('finds the guardians of a patient born on %s under %s', (bornOn, tab) => {
  expect(guardianTab(bornOn, '2026-11-24')).toBe(tab)
})

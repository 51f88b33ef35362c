import { expect, test } from 'vitest'
import { usageLimits, usedPercent } from './usage.ts'

// spec: B9 Usage bars end at 250 patients and 15 staff
test('the usage bars end at 250 patients and 15 staff', () => {
  expect(usageLimits).toEqual({ patients: 250, staff: 15 })
})

test('a bar never exceeds its track', () => {
  expect([usedPercent(0, 250), usedPercent(125, 250), usedPercent(300, 250)]).toEqual([0, 50, 100])
})

import { expect, it } from 'vitest'
import { takenBackOf } from './disputes.ts'

it.each([
  ['nobody disputes it', [], undefined],
  ['the bank waits for an answer', ['needs_response'], 'held'],
  ['the bank decides', ['under_review'], 'held'],
  ['the dispute was lost', ['lost'], 'lost'],
  ['one was lost, another is open', ['lost', 'needs_response'], 'held'],
  ['the dispute was won', ['won'], undefined],
  ['the bank only inquires', ['warning_needs_response', 'warning_under_review', 'warning_closed'], undefined],
])('a payment while %s', (_, statuses, takenBack) => {
  expect(takenBackOf(statuses.map((status) => ({ status })))).toBe(takenBack)
})

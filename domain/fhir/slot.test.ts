import { expect, it } from 'vitest'
import { slotId, slotOfId, slotsOf } from './slot.ts'

const provider = '0b6f7e0e-1111-4222-8333-444455556666'
const at = (clock: string) => Date.parse(`2026-03-02T${clock}:00Z`)
const range = (from: string, until: string) => ({ from: at(from), until: at(until) })

it('divides the hours into quarters, busy where a visit overlaps one', () => {
  const slots = slotsOf(provider, {
    working: [range('09:00', '10:00'), range('13:00', '13:20')],
    busy: [range('09:20', '09:35'), range('08:00', '09:05')],
  })
  expect(slots.map(({ from, until, isFree }) => [from, until, isFree])).toEqual([
    [at('09:00'), at('09:15'), false],
    [at('09:15'), at('09:30'), false],
    [at('09:30'), at('09:45'), false],
    [at('09:45'), at('10:00'), true],
    [at('13:00'), at('13:15'), true],
    [at('13:15'), at('13:20'), true],
  ])
})

it('is found again by its id, which is one of FHIR', () => {
  const slot = { providerId: provider, from: at('09:15') }
  const id = slotId(slot)
  expect(id).toMatch(/^[A-Za-z0-9\-.]{1,64}$/)
  expect(slotOfId(id)).toEqual(slot)
})

it.each([
  '',
  provider,
  `${provider}.`,
  `${provider}.x`,
  `${provider}-12`,
  `x${provider}.1`,
  `${provider}.12345678901`,
])('is not found by %j', (id) => {
  expect(slotOfId(id)).toBeNull()
})

import { expect, it } from 'vitest'
import { type SupportState, supportStateOf } from './support.ts'

const at = (clock: string) => new Date(`2026-03-10T${clock}:00Z`)
const later = (days: number) => new Date(at('10:00').getTime() + days * 86_400_000)

it.each<[string, SupportState, Parameters<typeof supportStateOf>[0], Date]>([
  ['asked', 'waiting', row(), later(6)],
  ['never answered', 'lapsed', row(), later(7)],
  ['taken back by who asked', 'withdrawn', row({ endedAt: at('10:05') }), at('10:06')],
  ['ended by the next request', 'lapsed', row({ endedAt: later(8) }), later(8)],
  ['approved', 'live', row({ decidedAt: at('10:10'), endsAt: at('11:10') }), at('11:09')],
  ['over', 'ended', row({ decidedAt: at('10:10'), endsAt: at('11:10') }), at('11:10')],
  [
    'ended by hand',
    'ended',
    row({ decidedAt: at('10:10'), endsAt: at('11:10'), endedAt: at('10:20') }),
    at('10:30'),
  ],
  ['declined', 'declined', row({ decidedAt: at('10:10'), endedAt: at('10:10') }), at('10:30')],
])('an access that was %s is %s', (_what, state, given, now) => {
  expect(supportStateOf(given, now)).toBe(state)
})

function row(changes: Partial<Parameters<typeof supportStateOf>[0]> = {}) {
  return { askedAt: at('10:00'), decidedAt: null, endsAt: null, endedAt: null, ...changes }
}

import fc from 'fast-check'
import { expect, test } from 'vitest'
import {
  closedSpans,
  type Draft,
  hoursShown,
  isRefused,
  lanesOf,
  obstacleOf,
  placeOf,
  skippedOn,
  type Taken,
} from './grid.ts'

const zone = 'America/New_York'

test('overlapping visits get separate lanes, as few as each group needs', () => {
  const spans = fc.array(
    fc
      .tuple(fc.integer({ min: 0, max: 1400 }), fc.integer({ min: 1, max: 300 }))
      .map(([from, minutes]) => ({ from, until: from + minutes })),
    { maxLength: 30 },
  )
  fc.assert(
    fc.property(spans, (items) => {
      const placed = lanesOf(items)
      expect(placed).toHaveLength(items.length)
      for (const [index, one] of placed.entries()) {
        expect(one.lane).toBeLessThan(one.lanes)
        for (const other of placed.slice(index + 1)) {
          const overlaps = one.from < other.until && other.from < one.until
          if (overlaps) expect([one.lane === other.lane, one.lanes]).toEqual([false, other.lanes])
        }
      }
    }),
  )
})

test('places a visit by the wall clock, on both nights of a clock change', () => {
  // 02:30 does not exist; 3:30 is two and a half hours after midnight.
  expect(placeOf('2026-03-08T07:30:00Z', 30, zone)).toEqual({ date: '2026-03-08', from: 210, until: 240 })
  // Both instants of 01:30.
  expect(placeOf('2026-11-01T05:30:00Z', 30, zone).from).toBe(90)
  expect(placeOf('2026-11-01T06:30:00Z', 30, zone).from).toBe(90)
  expect(placeOf('2026-06-02T03:45:00Z', 60, zone)).toEqual({ date: '2026-06-01', from: 1425, until: 1440 })
  expect(skippedOn('2026-03-08', zone)).toEqual([{ from: 120, until: 180 }])
  expect(skippedOn('2026-11-01', zone)).toEqual([])
  expect(skippedOn('2026-06-01', zone)).toEqual([])
  // Half an hour from 02:00.
  expect(skippedOn('2026-10-04', 'Australia/Lord_Howe')).toEqual([{ from: 120, until: 150 }])
})

test('shows whole hours that contain every visit', () => {
  expect(hoursShown([])).toEqual({ from: 480, until: 1080 })
  expect(hoursShown([{ from: 435, until: 1105 }])).toEqual({ from: 420, until: 1140 })
  expect(hoursShown([{ from: 600, until: 1440 }])).toEqual({ from: 480, until: 1440 })
  expect(hoursShown([], true)).toEqual({ from: 0, until: 1440 })
  expect(
    closedSpans([
      { opens: 540, closes: 720 },
      { opens: 780, closes: 1440 },
    ]),
  ).toEqual([
    { from: 0, until: 540 },
    { from: 720, until: 780 },
  ])
})

const draft: Draft = {
  id: 'moved',
  patientId: 'anna',
  providerId: 'webb',
  roomId: 'one',
  date: '2026-06-01',
  from: 10 * 60,
  minutes: 30,
  before: 0,
  after: 10,
}
// 10:35 to 11:00
const other: Taken = {
  id: 'other',
  patientId: 'nora',
  providerId: 'webb',
  roomId: null,
  startsAt: '2026-06-01T14:35:00Z',
  endsAt: '2026-06-01T15:00:00Z',
  before: 0,
  after: 0,
}
const hours = [{ day: 1, opens: '09:00', closes: '17:00', validFrom: '2020-01-01', validUntil: null }]
const given = {
  ...{ taken: [] as Taken[], elsewhere: [], zone, today: '2026-06-01', now: null },
  working: { hours, exceptions: [] },
}

test('names the obstacle of a move before it is saved', () => {
  expect(obstacleOf(draft, given)).toBeNull()
  // Its buffer of ten minutes overlaps the next visit.
  expect(obstacleOf(draft, { ...given, taken: [other] })).toBe('buffer')
  expect(obstacleOf({ ...draft, minutes: 45 }, { ...given, taken: [other] })).toBe('provider')
  expect(obstacleOf({ ...draft, after: 5 }, { ...given, taken: [other] })).toBeNull()
  expect(obstacleOf({ ...draft, providerId: 'ruiz' }, { ...given, taken: [other] })).toBeNull()
  // Buffers do not apply to the patient.
  const own = { ...other, patientId: 'anna', providerId: null }
  expect(obstacleOf(draft, { ...given, taken: [own] })).toBeNull()
  expect(obstacleOf({ ...draft, minutes: 45 }, { ...given, taken: [own] })).toBe('patient')
  const inRoom = { ...other, providerId: null, roomId: 'one' }
  expect(obstacleOf(draft, { ...given, taken: [inRoom] })).toBe('room')
  // A visit is no obstacle to its own move.
  expect(obstacleOf(draft, { ...given, taken: [{ ...other, id: 'moved' }] })).toBeNull()
})

test('warns of a provider’s own calendar, and allows the visit', () => {
  const elsewhere = [{ providerId: 'webb', startsAt: '2026-06-01T13:30:00Z', endsAt: '2026-06-01T14:15:00Z' }]
  expect(obstacleOf(draft, { ...given, elsewhere })).toBe('elsewhere')
  expect(isRefused('elsewhere')).toBe(false)
  expect(obstacleOf({ ...draft, providerId: 'ruiz' }, { ...given, elsewhere })).toBeNull()
  expect(obstacleOf({ ...draft, from: draft.from + 180 }, { ...given, elsewhere })).toBeNull()
})

test('allows a visit outside the hours, and refuses past and skipped times', () => {
  expect(obstacleOf({ ...draft, from: 16 * 60 + 45 }, given)).toBe('outside')
  const off = {
    kind: 'off' as const,
    startsOn: '2026-06-01',
    endsOn: '2026-06-01',
    opens: null,
    closes: null,
  }
  expect(obstacleOf(draft, { ...given, working: { hours, exceptions: [off] } })).toBe('outside')
  expect(obstacleOf({ ...draft, from: 16 * 60 + 45 }, { ...given, working: null })).toBeNull()
  expect(obstacleOf({ ...draft, date: '2026-05-31' }, given)).toBe('past')
  const start = Date.parse('2026-06-01T14:00:00Z')
  expect(obstacleOf(draft, { ...given, now: start + 1 })).toBe('past')
  expect(obstacleOf(draft, { ...given, now: start })).toBeNull()
  const spring = { ...draft, date: '2027-03-14', from: 150 }
  expect(obstacleOf(spring, given)).toBe('skipped')
})

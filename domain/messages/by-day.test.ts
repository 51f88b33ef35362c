import { expect, test } from 'vitest'
import { messagesByDay, withNotes } from './by-day.ts'

const sent = (...instants: string[]) => instants.map((sentAt) => ({ sentAt }))
const labels = (now: string, zone: string, instants: string[]) =>
  messagesByDay(sent(...instants), new Date(now), zone).map(({ label, messages }) => [label, messages.length])

test('groups messages by days of the reader’s calendar', () => {
  const instants = [
    '2027-03-02T15:00:00Z',
    '2027-03-04T04:30:00Z',
    '2027-03-04T05:30:00Z',
    '2027-03-04T15:00:00Z',
  ]
  expect(labels('2027-03-04T16:00:00Z', 'America/New_York', instants)).toEqual([
    ['Mar 2, 2027', 1],
    ['Yesterday', 1],
    ['Today', 2],
  ])
})

test('yesterday is the day before, also late on a day of 25 hours', () => {
  // 23:30 on the Sunday when New York's clocks went back; 24 hours earlier it was already that Sunday.
  expect(labels('2026-11-02T04:30:00Z', 'America/New_York', ['2026-10-31T16:00:00Z'])).toEqual([
    ['Yesterday', 1],
  ])
})

test('puts notes between the messages, and holds back those before the first loaded message', () => {
  const at = (id: string, sentAt: string) => ({ id, sentAt })
  const messages = [at('one', '2026-11-24T09:00:00+00:00'), at('two', '2026-11-24T11:00:00+00:00')]
  const notes = [
    at('before', '2026-11-24T08:59:00+00:00'),
    at('between', '2026-11-24T04:30:00.5-05:00'),
    at('same', '2026-11-24T11:00:00+00:00'),
    at('after', '2026-11-25T00:00:00+00:00'),
  ]
  const shown = (hasEarlier: boolean, of = messages) => withNotes(of, notes, hasEarlier).map(({ id }) => id)
  expect(shown(false)).toEqual(['before', 'one', 'between', 'two', 'same', 'after'])
  expect(shown(true)).toEqual(['one', 'between', 'two', 'same', 'after'])
  expect(shown(false, [])).toEqual(['before', 'between', 'same', 'after'])
})

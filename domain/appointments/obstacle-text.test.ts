import { expect, it } from 'vitest'
import { obstacleText } from './obstacle-text.ts'

const monday = { provider: 'Elena Ruiz', date: '2026-11-30' }
const plain = (text: string) => text.replaceAll(/\s/g, ' ')

it('says whether a provider is off or works at other hours', () => {
  expect(plain(obstacleText('outside', { ...monday, hours: [] }))).toBe(
    'Elena Ruiz is off on Monday, November 30.',
  )
  expect(plain(obstacleText('outside', { ...monday, hours: [{ from: 510, until: 1020 }] }))).toBe(
    'This is outside Elena Ruiz’s hours (8:30 AM – 5:00 PM).',
  )
  const withBreak = [
    { from: 510, until: 720 },
    { from: 780, until: 1440 },
  ]
  expect(plain(obstacleText('outside', { ...monday, hours: withBreak }))).toBe(
    'This is outside Elena Ruiz’s hours (8:30 AM – 12:00 PM, 1:00 PM – 12:00 AM).',
  )
})

it('says that the clinic is closed on a day without opening hours, also if a provider is off', () => {
  const opening = [{ day: 2, opens: '09:00', closes: '17:00' } as const]
  const closed = 'The clinic is closed on Monday, November 30.'
  for (const obstacle of ['outside', 'nobody'] as const)
    expect(plain(obstacleText(obstacle, { ...monday, hours: [], opening }))).toBe(closed)
  expect(plain(obstacleText('outside', { ...monday, date: '2026-12-01', hours: [], opening }))).toBe(
    'Elena Ruiz is off on Tuesday, December 1.',
  )
})

it('without a provider, says that the clinic is closed', () => {
  const closed = { ...monday, provider: null }
  expect(plain(obstacleText('outside', { ...closed, hours: [] }))).toBe(
    'The clinic is closed on Monday, November 30.',
  )
  expect(plain(obstacleText('outside', { ...closed, hours: [{ from: 0, until: 720 }] }))).toBe(
    'The clinic is closed at this time on Monday, November 30.',
  )
})

it('has a sentence for each other obstacle', () => {
  expect(obstacleText('nobody', { ...monday, provider: null })).toMatch(
    /^No provider is free at this time\. Choose /,
  )
  expect(obstacleText('nobody', monday)).toBe('Elena Ruiz is not free.')
  expect(obstacleText('outside', monday)).toBe('This is outside the working hours.')
})

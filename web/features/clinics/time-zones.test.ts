import { expect, test } from 'vitest'
import { isTimeZone } from '#domain/clinics/clinics.ts'
import { zoneGroups } from './time-zones.ts'

test('groups zones by region, with readable names', () => {
  const groups = zoneGroups('America/Toronto', [
    'America/Argentina/Buenos_Aires',
    'America/New_York',
    'Europe/Paris',
  ])
  expect(groups.map(({ region }) => region)).toEqual(['America', 'Europe', 'UTC'])
  expect(groups[0]?.zones).toEqual([
    { name: 'America/Argentina/Buenos_Aires', label: 'Argentina, Buenos Aires' },
    { name: 'America/New_York', label: 'New York' },
    { name: 'America/Toronto', label: 'Toronto' },
  ])
})

test('offers only zones that the server accepts', () => {
  const offered = zoneGroups('America/New_York').flatMap(({ zones }) => zones.map(({ name }) => name))
  expect(offered.length).toBeGreaterThan(400)
  expect(offered.filter((name) => !isTimeZone(name))).toEqual([])
})

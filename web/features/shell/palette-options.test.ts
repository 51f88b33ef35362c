import { Sun } from 'lucide-react'
import { expect, test } from 'vitest'
import { matchingGroups } from './palette-options.ts'

const option = (label: string, note?: string) => ({
  id: label,
  label,
  icon: Sun,
  path: '/',
  ...(note && { note }),
})
const groups = [
  { title: 'Pages', options: [option('Members'), option('Password', 'Settings')] },
  { title: 'Actions', options: [option('Invite patient')] },
]
const labels = (typed: string) =>
  matchingGroups(groups, typed).flatMap(({ options }) => options.map(({ label }) => label))

test('an empty search returns everything', () => {
  expect(matchingGroups(groups, ' ')).toEqual(groups)
})

test('every word must match, in any case and order, and empty groups are left out', () => {
  expect(labels('PATIENT inv')).toEqual(['Invite patient'])
  expect(labels('settings')).toEqual(['Password'])
  expect(labels('members nobody')).toEqual([])
})

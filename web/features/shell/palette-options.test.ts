import { Sun } from 'lucide-react'
import { expect, test } from 'vitest'
import { matchingGroups } from './palette-options.ts'

const option = (label: string, note?: string, keywords?: string) => ({
  id: label,
  label,
  icon: Sun,
  path: '/',
  ...(note && { note }),
  ...(keywords && { keywords }),
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

test('keywords find an option by the beginning of a word, after those with the words in their label', () => {
  const pages = [
    option('Team', 'Settings', 'staff roles'),
    option('Plans', undefined, 'coupon discounts'),
    option('Discounts', 'Plans'),
  ]
  const found = (typed: string) =>
    matchingGroups([{ title: 'Pages', options: pages }], typed).flatMap(({ options }) =>
      options.map(({ label }) => label),
    )
  expect(found('staff')).toEqual(['Team'])
  expect(found('discóunt')).toEqual(['Discounts', 'Plans'])
  expect(found('oupon')).toEqual([])
})

test('a group with a word in a label precedes groups found by keywords alone', () => {
  const found = matchingGroups(
    [
      { title: 'Pages', options: [option('Appointments', undefined, 'schedule')] },
      { title: 'Actions', options: [option('Schedule Appointment')] },
    ],
    'schedule',
  )
  expect(found.map(({ title }) => title)).toEqual(['Actions', 'Pages'])
})

test('every word must match, in any case and order, and empty groups are left out', () => {
  expect(labels('PATIENT inv')).toEqual(['Invite patient'])
  expect(labels('settings')).toEqual(['Password'])
  expect(labels('members nobody')).toEqual([])
})

import { expect, it } from 'vitest'
import { textMessageTexts } from '../texts/text-messages.ts'
import { accountTextKinds, keywordIn } from './text-messages.ts'

it.each([
  ['STOP', 'stop'],
  [' Stop. ', 'stop'],
  ['“stop”', 'stop'],
  ['StopAll', 'stop'],
  ['unsubscribe', 'stop'],
  ['CANCEL', 'stop'],
  ['End', 'stop'],
  ['quit!', 'stop'],
  ['revoke', 'stop'],
  ['OPT-OUT', 'stop'],
  ['opt out', 'stop'],
  ['START', 'start'],
  ['unstop', 'start'],
  ['Yes', 'start'],
  ['help', 'help'],
  ['INFO', 'help'],
  ['please stop by tomorrow', null],
  ['stopp', null],
  ['', null],
])('%j means %s', (text, keyword) => {
  expect(keywordIn(text)).toBe(keyword)
})

const when = 'Wednesday, September 30, 2026 at 10:30 AM GMT+10'
const { kinds, record, visitReminder } = textMessageTexts

it.each([
  ...accountTextKinds.map((kind) => kinds[kind]('https://carefold.example/home')),
  visitReminder(when, `https://carefold.example/answer#${'x'.repeat(22)}`),
  ...Object.values(record.changes).map((words) => words(when)),
  ...Object.values(record.changesOfMany).map((words) => words(52, when)),
])('is one message long, explains how to stop, and names no one: %s', (text) => {
  expect(text.length).toBeLessThanOrEqual(160)
  expect(text).toContain('STOP')
  expect(text).not.toMatch(/visit|appointment|plan|health|treat|doctor/i)
})

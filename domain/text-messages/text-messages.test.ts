import { expect, it } from 'vitest'
import { textMessageTexts } from '../texts/text-messages.ts'
import { keywordIn, textKinds } from './text-messages.ts'

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

it('a text is one message long, explains how to stop, and names no one', () => {
  for (const kind of textKinds) {
    const text = textMessageTexts.kinds[kind]('https://carefold.example/home')
    expect(text.length).toBeLessThanOrEqual(160)
    expect(text).toContain('STOP')
    expect(text).not.toMatch(/visit|appointment|plan|health|treat|doctor/i)
  }
})

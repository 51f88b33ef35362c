import { expect, it, test } from 'vitest'
import { awayTextOn, messageSettingsInput, sendMessageInput } from './messages.ts'

const away = (changes: object = {}) => ({ awayText: 'Closed', awayFrom: null, awayUntil: null, ...changes })

test.each([
  [away(), '2026-05-02', 'Closed'],
  [away({ awayText: null }), '2026-05-02', null],
  [away({ awayFrom: '2026-05-02' }), '2026-05-01', null],
  [away({ awayFrom: '2026-05-02' }), '2026-05-02', 'Closed'],
  [away({ awayUntil: '2026-05-02' }), '2026-05-02', 'Closed'],
  [away({ awayUntil: '2026-05-02' }), '2026-05-03', null],
  [away({ awayFrom: '2026-05-02', awayUntil: '2026-05-04' }), '2026-05-03', 'Closed'],
])('the away text %j on %s', (settings, today, shown) => {
  expect(awayTextOn(settings, today)).toBe(shown)
})

it('a message has a text, attachments, or both', () => {
  const attempt = crypto.randomUUID()
  const fileIds = [crypto.randomUUID()]
  expect(sendMessageInput.safeParse({ body: 'Hello', attempt }).success).toBe(true)
  expect(sendMessageInput.safeParse({ body: '', fileIds, attempt }).success).toBe(true)
  expect(sendMessageInput.safeParse({ body: '  ', attempt }).success).toBe(false)
  expect(sendMessageInput.safeParse({ body: 'Hello' }).success).toBe(false)
})

it('the days of an away text must be dates', () => {
  const form = { version: 0, replyWithin: '', awayText: 'Closed', awayFrom: '2026-02-30', awayUntil: '' }
  expect(messageSettingsInput.safeParse(form).success).toBe(false)
  expect(messageSettingsInput.safeParse({ ...form, awayFrom: '' }).success).toBe(true)
})

import { describe, expect, it } from 'vitest'
import { type RecipientFacts, reasonsOf, sendBroadcastInput } from './broadcasts.ts'
import { healthWordIn, textParts, withName } from './inputs.ts'

const facts = (changes: Partial<RecipientFacts> = {}): RecipientFacts => ({
  patientId: 'one',
  hasReader: true,
  email: 'a@example.test',
  isEmailGone: false,
  phone: '+15550100000',
  isPhoneStopped: false,
  wantsEmail: true,
  wantsTexts: true,
  wantsMarketing: true,
  ...changes,
})
const reason = (
  changes: Partial<RecipientFacts>,
  channel: 'portal' | 'mail' | 'text',
  purpose: 'care' | 'marketing',
) => reasonsOf([facts(changes)], { channel, purpose }).get('one')

it.each([
  [{}, 'portal', 'care', null],
  [{}, 'mail', 'marketing', null],
  [{}, 'text', 'marketing', null],
  [{ wantsEmail: false, wantsTexts: false, wantsMarketing: false }, 'portal', 'care', null],
  [{ hasReader: false }, 'portal', 'care', 'no_reader'],
  [{ wantsMarketing: false }, 'portal', 'marketing', 'no_consent'],
  [{ email: null }, 'mail', 'care', 'no_address'],
  [{ isEmailGone: true }, 'mail', 'care', 'address_gone'],
  [{ isEmailGone: true }, 'portal', 'care', null],
  [{ wantsEmail: false }, 'mail', 'care', 'no_consent'],
  [{ wantsEmail: false }, 'mail', 'marketing', 'no_consent'],
  [{ phone: null }, 'text', 'care', 'no_number'],
  [{ isPhoneStopped: true }, 'text', 'care', 'stopped'],
  [{ wantsTexts: false }, 'text', 'care', 'no_consent'],
] as const)('a patient with %j by %s about %s: %s', (changes, channel, purpose, expected) => {
  expect(reason(changes, channel, purpose)).toBe(expected)
})

it('a number gets one text message', () => {
  const family = [facts(), facts({ patientId: 'two' }), facts({ patientId: 'three', phone: '+15550100001' })]
  expect([...reasonsOf(family, { channel: 'text', purpose: 'care' }).values()]).toEqual([
    null,
    'same_number',
    null,
  ])
})

describe('words', () => {
  it.each([
    ['Your vaccination', 'vaccination'],
    ['Flu shots on Friday', 'Flu'],
    ['About your Diabetes plan', 'Diabetes'],
    ['New: couples therapy', 'therapy'],
    ['We are closed on Friday', null],
    ['Still time to influence our hours', null],
    ['Students welcome', null],
  ])('%j contains %j', (words, found) => {
    expect(healthWordIn(words)).toBe(found)
  })

  it('counts the parts of a text message as carriers do', () => {
    expect(textParts('a'.repeat(160))).toBe(1)
    expect(textParts('a'.repeat(161))).toBe(2)
    expect(textParts('ż'.repeat(70))).toBe(1)
    expect(textParts('ż'.repeat(71))).toBe(2)
  })

  it('greets by the first name', () => {
    expect(withName('Hello {name}, {name}', ' Nora Maria Lind')).toBe('Hello Nora, Nora')
  })

  it.each([
    [{ subject: 'Your diagnosis' }, 'subject'],
    [{ subject: '' }, 'subject'],
    [{ subject: 'a\nb' }, 'subject'],
    [{ channel: 'text', subject: '', body: 'Your test results' }, 'body'],
    [{ channel: 'text', subject: '', body: 'a'.repeat(401) }, 'body'],
    [{ channel: 'portal', subject: 'Hours' }, 'subject'],
    [{ audience: 'plan', of: '' }, 'of'],
    [{ count: 0 }, 'count'],
  ])('refuses %j at %s', (changes, path) => {
    const valid = {
      ...{ channel: 'mail', purpose: 'care', audience: 'members', of: '', subject: 'Hours', body: 'Closed.' },
      ...{ count: 3, attempt: crypto.randomUUID() },
    }
    expect(sendBroadcastInput.safeParse(valid).success).toBe(true)
    const parsed = sendBroadcastInput.safeParse({ ...valid, ...changes })
    expect(parsed.error?.issues[0]?.path).toEqual([path])
  })
})

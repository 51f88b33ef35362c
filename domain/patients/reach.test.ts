import { expect, it } from 'vitest'
import { type ReachFacts, reachOf } from './reach.ts'

const all: ReachFacts = {
  hasAccount: true,
  hasGuardian: true,
  email: 'walter@example.test',
  isEmailShared: false,
  isEmailStopped: false,
  isEmailGone: false,
  wantsEmail: true,
  phone: '+12125550147',
  agreedToTexts: true,
  isPhoneStopped: false,
  clinicHasTexts: true,
}
const noAccount = { ...all, hasAccount: false, hasGuardian: false }
const byText = { ...noAccount, email: null }

it('prefers the account, then a guardian, the address, a text message, a call', () => {
  expect(reachOf(all)).toBe('account')
  expect(reachOf({ ...all, hasAccount: false })).toBe('guardian')
  expect(reachOf(noAccount)).toBe('email')
  expect(reachOf(byText)).toBe('text')
  expect(reachOf({ ...byText, phone: null })).toBe('call')
})

it.each([
  ['is shared', { isEmailShared: true }],
  ['was stopped by its reader', { isEmailStopped: true }],
  ['does not exist', { isEmailGone: true }],
  ['is not wanted', { wantsEmail: false }],
])('sends no mail to an address that %s', (_, facts) => {
  expect(reachOf({ ...noAccount, ...facts })).toBe('text')
})

it.each([
  ['without consent', { agreedToTexts: false }],
  ['after STOP', { isPhoneStopped: true }],
  ['if the clinic has none', { clinicHasTexts: false }],
])('sends no text message %s', (_, facts) => {
  expect(reachOf({ ...byText, ...facts })).toBe('call')
})

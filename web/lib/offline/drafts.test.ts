import { afterAll, beforeEach, expect, test, vi } from 'vitest'
import { findDraft, forgetDrafts, openForm, storeDrafts, takeDraft } from './drafts.ts'

beforeEach(() => {
  const stored = new Map<string, string>()
  vi.stubGlobal('sessionStorage', {
    getItem: (key: string) => stored.get(key) ?? null,
    setItem: (key: string, value: string) => void stored.set(key, value),
    removeItem: (key: string) => void stored.delete(key),
  })
})
// other files share the globals
afterAll(() => vi.unstubAllGlobals())

const path = '/clinic/plans/new'
function aForm(name: string, values: Record<string, unknown>, isDirty = true) {
  return openForm({ name, isDirty: () => isDirty, values: () => values })
}

test('restores a draft once, to the same user on the same page', () => {
  const close = aForm('name,price', { name: 'Family', price: '49' })
  storeDrafts('amara', path)
  close()
  expect(takeDraft('amara', '/members', 'name,price')).toBeNull()
  expect(findDraft('amara', path, 'name,price')).toEqual({ name: 'Family', price: '49' })
  expect(takeDraft('amara', path, 'name,price')).toEqual({ name: 'Family', price: '49' })
  expect(takeDraft('amara', path, 'name,price')).toBeNull()
})

test('removes a draft when another user opens the page', () => {
  const close = aForm('name,price', { name: 'Family' })
  storeDrafts('amara', path)
  close()
  expect(takeDraft('ben', path, 'name,price')).toBeNull()
  expect(takeDraft('amara', path, 'name,price')).toBeNull()
})

test('does not store forms with passwords or codes, or without changes', () => {
  const closers = [
    aForm('confirmPassword,currentPassword,newPassword', { newPassword: 'secret words' }),
    aForm('email,password', { email: 'a@b.test', password: 'secret words' }),
    aForm('code', { code: '123456' }),
    aForm('name', { name: 'Same' }, false),
  ]
  storeDrafts('amara', path)
  for (const close of closers) close()
  expect(sessionStorage.getItem('carefold-drafts')).toBeNull()
})

test('forgets a draft after half an hour', () => {
  const close = aForm('name', { name: 'Family' })
  storeDrafts('amara', path, 0)
  close()
  expect(takeDraft('amara', path, 'name', 30 * 60_000)).toBeNull()
})

test('stores a draft until its form is opened, even if others are stored meanwhile', () => {
  const closeFirst = aForm('allergies', { allergies: 'Nuts' })
  storeDrafts('amara', '/profile')
  closeFirst()
  const closeSecond = aForm('city', { city: 'Albany' })
  storeDrafts('amara', '/profile')
  storeDrafts('amara', '/profile')
  closeSecond()
  expect(takeDraft('amara', '/profile', 'allergies')).toEqual({ allergies: 'Nuts' })
  expect(takeDraft('amara', '/profile', 'city')).toEqual({ city: 'Albany' })
})

test('forgets drafts and open forms at sign-out', () => {
  const close = aForm('name', { name: 'Family' })
  storeDrafts('amara', path)
  forgetDrafts()
  storeDrafts('amara', path)
  close()
  expect(takeDraft('amara', path, 'name')).toBeNull()
})

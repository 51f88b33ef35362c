import { beforeEach, expect, test } from 'vitest'
import { findDraft, forgetDrafts, openForm, storeDrafts, takeDraft } from './drafts.ts'

beforeEach(() => {
  const stored = new Map<string, string>()
  globalThis.sessionStorage = {
    getItem: (key: string) => stored.get(key) ?? null,
    setItem: (key: string, value: string) => void stored.set(key, value),
    removeItem: (key: string) => void stored.delete(key),
  } as Storage
})

const path = '/clinic/plans/new'
function aForm(name: string, values: Record<string, unknown>, isDirty = true) {
  return openForm({ name, isDirty: () => isDirty, values: () => values })
}

test('a draft comes back once, to the same person on the same page', () => {
  const close = aForm('name,price', { name: 'Family', price: '49' })
  storeDrafts('amara', path)
  close()
  expect(takeDraft('amara', '/members', 'name,price')).toBeNull()
  expect(findDraft('amara', path, 'name,price')).toEqual({ name: 'Family', price: '49' })
  expect(takeDraft('amara', path, 'name,price')).toEqual({ name: 'Family', price: '49' })
  expect(takeDraft('amara', path, 'name,price')).toBeNull()
})

test('another person gets nothing, and it is gone', () => {
  const close = aForm('name,price', { name: 'Family' })
  storeDrafts('amara', path)
  close()
  expect(takeDraft('ben', path, 'name,price')).toBeNull()
  expect(takeDraft('amara', path, 'name,price')).toBeNull()
})

test('forms with passwords or codes, and forms without changes, are not stored', () => {
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

test('a draft is forgotten after half an hour', () => {
  const close = aForm('name', { name: 'Family' })
  storeDrafts('amara', path, 0)
  close()
  expect(takeDraft('amara', path, 'name', 30 * 60_000)).toBeNull()
})

test('a draft stays until its form is opened, though others are kept meanwhile', () => {
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

test('signing out forgets them, and what is still on the page', () => {
  const close = aForm('name', { name: 'Family' })
  storeDrafts('amara', path)
  forgetDrafts()
  storeDrafts('amara', path)
  close()
  expect(takeDraft('amara', path, 'name')).toBeNull()
})

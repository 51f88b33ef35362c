import { expect, test } from 'vitest'
import { noteForm, noteRights } from './person-notes.ts'

test('a note has a text of limited length', () => {
  const problem = (body: string) => noteForm.safeParse({ body }).error?.issues[0]?.message
  expect(problem('  ')).toBe('Please write something.')
  expect(problem('x'.repeat(4001))).toBe('A note may have at most 4,000 characters.')
  expect(noteForm.parse({ body: ' Prefers mornings. ' })).toEqual({ body: 'Prefers mornings.' })
})

test('an author changes a note, an author or admin removes it, and a read-only member does neither', () => {
  const note = { authorId: 'sam' }
  const rights = (userId: string, isAdmin = false, mayWrite = true) =>
    noteRights(note, { userId, isAdmin, mayWrite })
  expect(rights('sam')).toEqual({ mayChange: true, mayRemove: true })
  expect(rights('ana', true)).toEqual({ mayChange: false, mayRemove: true })
  expect(rights('kim')).toEqual({ mayChange: false, mayRemove: false })
  expect(rights('sam', false, false)).toEqual({ mayChange: false, mayRemove: false })
})

test('a note whose author’s account was deleted has no author', () => {
  const reader = { userId: 'sam', isAdmin: false, mayWrite: true }
  expect(noteRights({ authorId: null }, reader)).toEqual({ mayChange: false, mayRemove: false })
})

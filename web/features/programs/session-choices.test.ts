import { expect, it } from 'vitest'
import { sessionChoices } from './session-choices.ts'

const content = [
  { id: 'a', title: 'Naps', type: 'article', status: 'published' },
  { id: 'b', title: 'Tea', type: 'video', status: 'draft' },
  { id: 'c', title: 'Old', type: 'pdf', status: 'archived' },
  { id: 'd', title: 'Knees', type: 'presentation', status: 'published' },
]
const idsOf = (kind: 'content' | 'slides', chosen: string | null) =>
  sessionChoices(content, kind, chosen).offered.map(({ id }) => id)

it('offers presentations as slides, other types as content, and nothing archived', () => {
  expect(idsOf('content', null)).toEqual(['a', 'b'])
  expect(idsOf('slides', null)).toEqual(['d'])
})

it('includes the session’s current choice, even if archived or of the other type', () => {
  expect(idsOf('content', 'c')).toEqual(['a', 'b', 'c'])
  expect(idsOf('content', 'd')).toEqual(['a', 'b', 'd'])
})

it('reports a deleted choice', () => {
  expect(sessionChoices(content, 'content', 'e').isGone).toBe(true)
  expect(sessionChoices(content, 'content', 'c').isGone).toBe(false)
  expect(sessionChoices(content, 'content', null).isGone).toBe(false)
})

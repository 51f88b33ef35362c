import { expect, it } from 'vitest'
import { type MailedTarget, mailedPath, pageOfMailed } from './mailed-links.ts'

const id = '0b9c5f2e-1111-4222-8333-444455556666'
const other = '7d1c5f2e-1111-4222-8333-444455556666'

it.each<[MailedTarget, string[], string]>([
  ['visit', [id], `/appointments#visit-${id}`],
  ['teamVisit', [id], `/appointments?visit=${id}`],
  ['visits', [], '/appointments'],
  ['lesson', [id], `/learn/${id}`],
  ['lessons', [], '/learn'],
  ['files', [], '/home#files'],
  ['invoice', ['in_1Qx'], '/pay?tab=history#invoice-in_1Qx'],
  ['wardVisit', [id, other], `/family/${id}#visit-${other}`],
  ['wardMessages', [id], `/family/${id}#messages`],
  ['wardLessons', [id], `/family/${id}#lessons`],
  ['wardFiles', [id], `/family/${id}#files`],
])('a mail about a %s leads to its page, and its address does not say so', (target, ids, page) => {
  const path = mailedPath(target, ...ids)
  expect(path).toMatch(/^\/open\/[a-z]{1,2}(\.[\w-]+)*$/)
  expect(pageOfMailed(path.slice('/open/'.length))).toBe(page)
})

it.each(['', 'v', 'x.1', 'v.', 'v.a/b', 'v.%2F%2Fevil.example', 'v.a#b', 'wv.', `i.${'a'.repeat(101)}`])(
  'an unknown code leads nowhere: %j',
  (code) => {
    expect(pageOfMailed(code)).toBeNull()
  },
)

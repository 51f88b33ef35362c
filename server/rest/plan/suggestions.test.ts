import { expect, test } from 'vitest'
import { closestName, editDistance } from './suggestions.ts'

test.each([
  ['film', ['films', 'roles'], 'films'],
  ['role', ['films', 'roles'], 'roles'],
  ['FILMS', ['films'], 'films'],
  ['noclosealternative', ['films', 'roles'], undefined],
  ['(nam, pqaram, vall)', ['(name, param, val)', '(attr, id)'], '(name, param, val)'],
  ['x', [], undefined],
])('the closest name to %s is found', (wanted, names, closest) => {
  expect(closestName(wanted, names)).toBe(closest)
})

test('a higher minimum score accepts only very close names', () => {
  expect(closestName('other', ['another', 'test'], 0.75)).toBeUndefined()
  expect(closestName('testt', ['another', 'test'], 0.75)).toBe('test')
})

test.each([
  ['', 'abc', 3],
  ['kitten', 'sitting', 3],
  ['same', 'same', 0],
])('from %s to %s takes %i edits', (one, other, edits) => {
  expect(editDistance(one, other)).toBe(edits)
})

import { expect, test } from 'vitest'
import { stillNamed } from './containing.ts'

const found = [{ name: 'Anna Beck' }, { name: 'Annette Cho' }]
const named = (text: string) => stillNamed(found, text).map(({ name }) => name)

test('whom the letters typed since do not name is not offered while the server is asked', () => {
  expect(named('ann')).toEqual(['Anna Beck', 'Annette Cho'])
  expect(named(' ANNA ')).toEqual(['Anna Beck'])
  expect(named('bo')).toEqual([])
  expect(named('')).toEqual([])
})

test('a star is no wildcard, as in the search itself', () => {
  expect(named('anna*')).toEqual(['Anna Beck'])
})

import { expect, test } from 'vitest'
import { stillNamed } from './containing.ts'

const found = [{ name: 'Anna Beck' }, { name: 'Annette Cho' }]
const named = (text: string) => stillNamed(found, text).map(({ name }) => name)

test('hides suggestions that do not match the text typed meanwhile', () => {
  expect(named('ann')).toEqual(['Anna Beck', 'Annette Cho'])
  expect(named(' ANNA ')).toEqual(['Anna Beck'])
  expect(named('bo')).toEqual([])
  expect(named('')).toEqual([])
})

test('treats a star as a character, as the search does', () => {
  expect(named('anna*')).toEqual(['Anna Beck'])
})

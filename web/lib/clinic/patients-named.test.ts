import { expect, test, vi } from 'vitest'

// before the imports: some modules read the page's URL
vi.hoisted(() => {
  vi.stubGlobal('location', new URL('http://localhost/appointments'))
  vi.stubGlobal('document', { cookie: '' })
})
const { stillNamed } = await import('./patients-named.ts')

const found = [{ name: 'Anna Beck' }, { name: 'Annette O’Cho' }]
const named = (text: string) => stillNamed(found, text).map(({ name }) => name)

test('hides suggestions that do not match the text typed meanwhile', () => {
  expect(named('ann')).toEqual(['Anna Beck', 'Annette O’Cho'])
  expect(named(' ANNA ')).toEqual(['Anna Beck'])
  expect(named('bo')).toEqual([])
  expect(named('')).toEqual([])
})

test('compares as the search does: accents, apostrophes and order', () => {
  expect(named('ocho ánnette')).toEqual(['Annette O’Cho'])
  expect(named('beck, anna')).toEqual(['Anna Beck'])
})

import { expect, it } from 'vitest'
import { turnedName } from './written-names.ts'

it.each([
  ['Adler, Marta', 'Marta Adler'],
  ['  Adler ,Marta J. ', 'Marta J. Adler'],
  ['Smith, John, Jr.', 'John Smith Jr.'],
  ['Smith Jr., John', 'John Smith Jr.'],
  ['Smith, M.D., John', 'John Smith M.D.'],
  ['de la Cruz, Ana María', 'Ana María de la Cruz'],
])('a name with its surname first is turned around: %s', (written, name) => {
  expect(turnedName(written)).toBe(name)
})

it.each(['Marta Adler', 'John Smith, Jr.', 'Ana Cruz, PhD', 'Adler,', ', Marta', 'Adler, Marta, Anna'])(
  'a name in order stays: %s',
  (written) => {
    expect(turnedName(written)).toBeNull()
  },
)

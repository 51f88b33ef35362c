import { expect, test } from 'vitest'
import { csvLine } from './csv.ts'

test('a formula stays text', () => {
  for (const start of ['=', '+', '-', '@', '\t', '\r'])
    expect(csvLine([`${start}cmd|' /C calc'!A0`])).toMatch(/^"?'/)
  expect(csvLine(['-12.50', '12'])).toBe('-12.50,12\r\n')
})

test.each([
  ['full-width', '＝1+1'],
  ['full-width', '＋1'],
  ['full-width', '－1+1'],
  ['full-width', '＠SUM(A1)'],
  ['small', '\uFE661+1'],
  ['the minus of mathematics', '\u22121+1'],
])('a %s sign begins a formula: %s', (_which, text) => {
  expect(csvLine([text])).toBe(`'${text}\r\n`)
})

test.each([
  ['a space', ' '],
  ['a no-break space', '\u00A0'],
  ['an ideographic space', '\u3000'],
  ['a zero-width space', '\u200B'],
  ['a zero-width joiner', '\u200D'],
  ['a word joiner', '\u2060'],
  ['a byte order mark', '\uFEFF'],
  ['a soft hyphen', '\u00AD'],
  ['a right-to-left mark', '\u200F'],
  ['a bidi override', '\u202E'],
  ['a bidi isolate', '\u2067'],
  ['a grapheme joiner', '\u034F'],
  ['a Hangul filler', '\u3164'],
  ['a variation selector', '\uFE0F'],
  ['a tag', '\u{E0041}'],
  ['a control character', '\u0001'],
  ['several of them', '\uFEFF \u200B\u00AD'],
])('a formula after %s stays text', (_which, hidden) => {
  for (const sign of ['=', '+', '-', '@', '＝']) expect(csvLine([`${hidden}${sign}1+1`])).toMatch(/^'/)
  expect(csvLine([`${hidden}Park`])).toBe(`${hidden}Park\r\n`)
})

test('a formula after a tab or line break stays text', () => {
  for (const hidden of ['\t', '\r', '\n', '\t\u200B'])
    expect(csvLine([`${hidden}=1+1`])).toBe(`"'${hidden}=1+1"\r\n`)
})

test('semicolons and tabs stay in their cell', () => {
  expect(csvLine(['a;=1+1', 'a\t=1+1'])).toBe('"a;=1+1","a\t=1+1"\r\n')
})

test('commas, quotes and line breaks stay in their cell', () => {
  expect(csvLine(['Park, Kim', 'the "quiet" one', 'two\nlines'])).toBe(
    '"Park, Kim","the ""quiet"" one","two\nlines"\r\n',
  )
})

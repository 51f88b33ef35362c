import { expect, it } from 'vitest'
import { fold } from './fold.ts'

it.each([
  ['  O’Brien-Müller,  ZOË ', 'obrien muller zoe'],
  ['O\u02bcBrien', 'obrien'],
  ['O´Brien', 'obrien'],
  ['ﬁona Æsir', 'fiona aesir'],
  ['Łukasz Straße Þór Ørsted', 'lukasz strasse thor orsted'],
  ['Si\u00adob\u200bha\u0301n\ufeff', 'siobhan'],
  ['Anna\u00a0\u2003Berg', 'anna berg'],
  ['Ｊｏｓé', 'jose'],
  ['\u200b\u2060', ''],
])('%j is compared as %j', (text, folded) => {
  expect(fold(text)).toBe(folded)
})

import { expect, test } from 'vitest'
import { findInPages } from './find-in-pages.ts'

const pages = (...texts: string[]) => texts.map((text, at) => ({ number: at + 1, text }))
const found = (text: string, wanted: string) => findInPages(pages(text), wanted).length === 1

test.each([
  ['Walk for\nten minutes', 'for ten'],
  ['Walk for \r\n  ten minutes', 'walk for ten minutes'],
  ['Daily exer-\ncise helps', 'exercise'],
  ['Daily exer\u00ad\ncise helps', 'exercise'],
  ['Daily exer\u2010 \n cise helps', 'daily exercise helps'],
  ['A soft\u00adhyphen', 'softhyphen'],
  ['Your well-\nbeing', 'well-being'],
  ['Your well-being', 'well-being'],
  ['Your well-being', 'wellbeing'],
  ['A follow\u2011up call', 'follow-up'],
  ['The \ufb01rst o\ufb03ce \ufb02oor, e\ufb00ort, wa\ufb04e', 'first office floor, effort, waffle'],
  ['The first office', '\ufb01rst o\ufb03ce'],
  ['cafe\u0301', 'CAFÉ'],
  ['It\u2019s \u201cgood\u201d', 'it\'s "good"'],
  ['no\u00a0break', 'no break'],
])('%j has %j', (text, wanted) => {
  expect(found(text, wanted)).toBe(true)
})

test.each([
  ['5-\n10 minutes', '510'],
  ['one two', 'onetwo'],
  ['nothing of it', 'something'],
])('%j does not have %j', (text, wanted) => {
  expect(found(text, wanted)).toBe(false)
})

test('returns the pages in order, and none for blank words', () => {
  const all = pages('Knee', 'Hip', 'Left knee')
  expect(findInPages(all, ' knee ').map(({ number }) => number)).toEqual([1, 3])
  for (const blank of ['', '  ', '\u00ad']) expect(findInPages(all, blank)).toEqual([])
})

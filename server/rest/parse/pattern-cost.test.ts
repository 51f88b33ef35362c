import { describe, expect, it } from 'vitest'
import { elementsOf, patternCost } from './pattern-cost.ts'

describe('the cost of a pattern', () => {
  it.each([
    ['', 0],
    ['clinic', 6],
    ['^a.c$', 5],
    ['a|bc', 3],
    [String.raw`\d{4}-\d{2}`, 7],
    ['a{3,}', 3],
    ['a{2,9}?', 9],
    ['a{0}', 1],
    ['a{', 2],
    ['a{x}', 4],
    ['(ab){3}c', 7],
    ['(?:(?:a{1,4}b){2}){3}', 30],
    ['((a+)*)+', 1],
    ['()', 1],
    ['[a-z]{10}', 10],
    ['[]{9}]{2}', 2],
    ['[^]{9}]{2}', 2],
    ['[[:alpha:]{5}]{2}', 2],
    [String.raw`[\]{9}]{2}`, 2],
    [String.raw`\({3}\[{2}`, 5],
    ['a(?#a{9})b{2}', 3],
    ['(?i)ab', 2],
    // unbalanced: Postgres refuses it
    ['((a{5}', 5],
    ['a)b', 3],
  ])('of %s is %i pieces', (pattern, pieces) => {
    expect(patternCost(pattern)).toEqual({ pieces })
  })

  it.each([
    [String.raw`(.*)\1`, 'back-references'],
    ['(?=a)b', 'look-arounds'],
    ['(?!a)b', 'look-arounds'],
    ['a(?<=a)', 'look-arounds'],
    ['a(?<!a)', 'look-arounds'],
    ['***:a', 'options that change the syntax'],
    [String.raw`(?b)a\{9\}`, 'options that change the syntax'],
    ['(?x)a {9}', 'options that change the syntax'],
  ])('of %s is not known: %s', (pattern, unsupported) => {
    expect(patternCost(pattern)).toEqual({ unsupported })
  })
})

it.each([
  ['{}', []],
  ['{a, b c}', ['a', 'b c']],
  ['{"a,b",c}', ['a,b', 'c']],
  ['{{"a{1,9}","b"},{c,d}}', ['a{1,9}', 'b', 'c', 'd']],
  [String.raw`{"a\"{1,9}",\{x}`, ['a"{1,9}', '{x']],
])('the elements of %s are found', (literal, elements) => {
  expect(elementsOf(literal)).toEqual(elements)
})

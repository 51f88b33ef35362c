import { existsSync, readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { moneyMutants } from './money.ts'
import { policyMutants } from './policies.ts'
import { specificationMutants } from './specification.ts'

it.each([...moneyMutants, ...policyMutants, ...specificationMutants])(
  'can still be planted: $name',
  ({ edits, tests }) => {
    for (const { file, find, replace } of edits) {
      expect(readFileSync(file, 'utf8').split(find)).toHaveLength(2)
      expect(replace).not.toBe(find)
    }
    expect(tests.filter((test) => !existsSync(test))).toEqual([])
  },
)

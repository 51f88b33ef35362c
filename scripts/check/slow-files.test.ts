import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { isBusy, slowFiles } from './slow-files.ts'
import { root } from './tool.ts'

it('the ten slowest files are listed, the slowest first', () => {
  const files = Array.from({ length: 12 }, (_, n) => ({ file: `${n}.test.ts`, seconds: n }))
  const { lines } = slowFiles(files)
  expect(lines).toHaveLength(10)
  expect(lines[0]).toBe('   11.0 s  11.test.ts')
})

it('a file of more than twenty seconds is too slow, unless an exception names it', () => {
  const { tooSlow } = slowFiles([
    { file: 'a.test.ts', seconds: 20 },
    { file: 'b.test.ts', seconds: 20.1 },
    { file: 'server/tests/threats/actors/functions-by-actor.test.ts', seconds: 39 },
  ])
  expect(tooSlow.map(({ file }) => file)).toEqual(['b.test.ts'])
  expect(existsSync(join(root, 'server/tests/threats/actors/functions-by-actor.test.ts'))).toBe(true)
})

it.skipIf(process.platform === 'win32').each([
  ['before the checks', { before: 1.5, after: 2 }, true],
  ['during a suite', { before: 0.2, after: 5 }, true],
  ['only for the checks', { before: 0.2, after: 2.5 }, false],
])('a machine of two cores that works %s', (_when, load, busy) => {
  expect(isBusy(load, 2)).toBe(busy)
})

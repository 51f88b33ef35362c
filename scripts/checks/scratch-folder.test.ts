import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterAll, afterEach, expect, it, vi } from 'vitest'
import { makeScratchFolder } from './scratch-folder.ts'

const GiB = 1024 ** 3
const home = mkdtempSync(join(tmpdir(), 'carefold-scratch-test-'))
const memory = join(home, 'memory')
mkdirSync(memory)
const elsewhere: string[] = []

afterEach(() => vi.restoreAllMocks())
afterAll(() => {
  for (const folder of [home, ...elsewhere]) rmSync(folder, { recursive: true })
})

it('is in memory where the machine has plenty', () => {
  vi.spyOn(process, 'availableMemory').mockReturnValue(8 * GiB)
  expect(dirname(makeScratchFolder('data-', memory))).toBe(memory)
  expect(makeScratchFolder('data-', memory)).not.toBe(makeScratchFolder('data-', memory))
})

it.each([
  ['has little memory', 3, memory],
  ['has no such file system', 8, join(home, 'none')],
])('is on the disk where the machine %s', (_why, gib, among) => {
  vi.spyOn(process, 'availableMemory').mockReturnValue(gib * GiB)
  const made = makeScratchFolder('carefold-scratch-', among)
  elsewhere.push(made)
  expect(dirname(made)).toBe(tmpdir())
})

import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { ownFolder, readOrMakeFile, replaceFile } from './files.ts'

let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'carefold-files-'))
})
afterEach(() => rmSync(folder, { recursive: true }))

it('creates a file once, readable by its owner only', () => {
  const inner = join(folder, 'data')
  expect(readOrMakeFile(inner, 'key', () => 'first')).toBe('first\n')
  expect(readOrMakeFile(inner, 'key', () => 'second')).toBe('first\n')
  expect(statSync(join(inner, 'key')).mode & 0o777).toBe(0o600)
  expect(statSync(inner).mode & 0o777).toBe(0o700)
})

it('leaves no partial file where creating it fails', () => {
  expect(() =>
    readOrMakeFile(folder, 'key', () => {
      throw new Error('no key')
    }),
  ).toThrow('no key')
  expect(readdirSync(folder)).toEqual([])
})

it('preserves a file that another process created meanwhile', () => {
  const read = readOrMakeFile(folder, 'key', () => {
    replaceFile(folder, 'key', 'theirs\n')
    return 'ours'
  })
  expect(read).toBe('theirs\n')
  expect(readdirSync(folder)).toEqual(['key'])
})

it('replaces a file and leaves no temporary file', () => {
  readOrMakeFile(folder, 'key', () => 'old')
  replaceFile(folder, 'key', 'new\n')
  expect(readFileSync(join(folder, 'key'), 'utf8')).toBe('new\n')
  expect(readdirSync(folder)).toEqual(['key'])
})

it('makes a folder and its content private', () => {
  const inner = join(folder, 'data')
  mkdirSync(join(inner, 'base'), { recursive: true, mode: 0o755 })
  writeFileSync(join(inner, 'base', 'page'), 'row', { mode: 0o644 })
  writeFileSync(join(inner, 'script'), '', { mode: 0o755 })
  ownFolder(inner)
  const modes = ['', 'base', 'base/page', 'script'].map((path) => statSync(join(inner, path)).mode & 0o777)
  expect(modes).toEqual([0o700, 0o700, 0o600, 0o700])
})

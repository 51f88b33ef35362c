import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { readOrMakeFile, replaceFile } from './files.ts'

let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'carefold-files-'))
})
afterEach(() => rmSync(folder, { recursive: true }))

it('creates a file once, for its owner only, and reads it afterwards', () => {
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

it('keeps a file that another process created meanwhile', () => {
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

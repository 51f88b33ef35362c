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

it('makes a file once, for its owner only, and reads it afterwards', () => {
  const inner = join(folder, 'data')
  expect(readOrMakeFile(inner, 'key', () => 'first')).toBe('first\n')
  expect(readOrMakeFile(inner, 'key', () => 'second')).toBe('first\n')
  expect(statSync(join(inner, 'key')).mode & 0o777).toBe(0o600)
  expect(statSync(inner).mode & 0o777).toBe(0o700)
})

it('leaves no half-made file where making it fails', () => {
  expect(() =>
    readOrMakeFile(folder, 'key', () => {
      throw new Error('no key')
    }),
  ).toThrow('no key')
  expect(readdirSync(folder)).toEqual([])
})

it('keeps the file of another process that was made meanwhile', () => {
  const read = readOrMakeFile(folder, 'key', () => {
    replaceFile(folder, 'key', 'theirs\n')
    return 'ours'
  })
  expect(read).toBe('theirs\n')
  expect(readdirSync(folder)).toEqual(['key'])
})

it('replaces a file and leaves nothing beside it', () => {
  readOrMakeFile(folder, 'key', () => 'old')
  replaceFile(folder, 'key', 'new\n')
  expect(readFileSync(join(folder, 'key'), 'utf8')).toBe('new\n')
  expect(readdirSync(folder)).toEqual(['key'])
})

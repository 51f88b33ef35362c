import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { readMigrations } from '#server/platform/database/migrations.ts'
import {
  brokenFreeze,
  changelogVersions,
  editsOfUnreleased,
  gapsInNumbers,
  readReleased,
  release,
  unreleasedMigrations,
} from './released-migrations.ts'

const read = (path: string) => readFileSync(new URL(`../../${path}`, import.meta.url), 'utf8')
const a = { name: '0001_a.sql', checksum: 'a' }
const b = { name: '0002_b.sql', checksum: 'b' }
const c = { name: '0003_c.sql', checksum: 'c' }
const released = { '0.1.0': { [a.name]: 'a' }, '0.2.0': { [b.name]: 'b' } }

describe('a released migration', () => {
  it('is as it was released, in this repository', () => {
    expect(brokenFreeze(readReleased(), readMigrations())).toEqual([])
  })

  it.each([
    ['may be followed by new ones', [a, b, c], []],
    ['is not edited', [a, { ...b, checksum: 'other' }], ['0002_b.sql was released in 0.2.0']],
    ['is not removed', [b], ['0001_a.sql was released in 0.1.0']],
    [
      'is not preceded by a new one',
      [a, { ...c, name: '0001_c.sql' }, b],
      ['0001_c.sql comes before 0002_b.sql'],
    ],
  ])('%s', (_, migrations, expected) => {
    const broken = brokenFreeze(released, migrations)
    expect(broken.map((line) => line.split(/[,:]/)[0])).toEqual(expected)
  })
})

describe('a migration that is not released', () => {
  const first = 'create table public.a (\n  id uuid\n);\ncreate function app.f() returns void'
  const edits = (second: string) =>
    editsOfUnreleased({}, [
      { name: '0001_a.sql', sql: first },
      { name: '0002_b.sql', sql: second },
    ])

  it('is edited in place: no other unreleased one changes what it creates, in this repository', () => {
    expect(editsOfUnreleased(readReleased(), readMigrations())).toEqual([])
  })

  it.each([
    ['alter table public.a add column b text;', ['0002_b.sql changes public.a: edit 0001_a.sql instead']],
    ['alter table public.a\n  drop constraint b;', ['0002_b.sql changes public.a: edit 0001_a.sql instead']],
    [
      'create or replace function app.f() returns text',
      ['0002_b.sql changes app.f: edit 0001_a.sql instead'],
    ],
    ['drop function app.f();', ['0002_b.sql changes app.f: edit 0001_a.sql instead']],
    ['create function app.f(x int)', ['0002_b.sql creates app.f again: edit 0001_a.sql instead']],
    ['alter table public.a add constraint b foreign key (c) references public.b;', []],
    ['create table public.c (id uuid);', []],
  ])('%s', (second, expected) => {
    expect(edits(second)).toEqual(expected)
  })

  it('may change what a released one created', () => {
    const migrations = [
      { name: '0001_a.sql', sql: first },
      { name: '0002_b.sql', sql: 'alter table public.a add column b text' },
    ]
    expect(editsOfUnreleased({ '0.1.0': { '0001_a.sql': 'a' } }, migrations)).toEqual([])
  })

  it('takes the next number, in this repository', () => {
    expect(gapsInNumbers(readMigrations())).toEqual([])
    expect(gapsInNumbers([a, c])).toEqual(['0003_c.sql'])
    expect(gapsInNumbers([a, { name: '0001_b.sql' }])).toEqual(['0001_b.sql'])
  })
})

describe('a release', () => {
  it('is packed with no migration that it does not freeze', () => {
    expect(unreleasedMigrations(released, '0.2.0', [a, b])).toEqual([])
    expect(unreleasedMigrations(released, '0.2.0', [a, b, c])).toEqual([c.name])
    expect(unreleasedMigrations(released, '0.3.0', [a, b])).toEqual(['0.3.0'])
  })

  it('adds the migrations that no version has yet', () => {
    expect(release(released, '0.3.0', [a, b, c])['0.3.0']).toEqual({ [c.name]: 'c' })
  })

  it('is refused for a version that is out, and after a released migration was edited', () => {
    expect(() => release(released, '0.2.0', [a, b, c])).toThrow('released already')
    expect(() => release(released, '0.3.0', [a, { ...b, checksum: 'other' }])).toThrow('0002_b.sql')
  })
})

it('CHANGELOG.md, the list of released migrations and package.json name the same versions', () => {
  // 0.2.0 was written down, but neither tagged nor distributed (docs/decisions/0160)
  const [neverReleased, ...released] = changelogVersions(read('CHANGELOG.md')).toReversed()
  expect(neverReleased).toBe('0.2.0')
  expect(released).toEqual(Object.keys(readReleased()))
  expect(released.at(-1) ?? neverReleased).toBe(JSON.parse(read('package.json')).version)
  expect(read('CHANGELOG.md')).toContain('## [Unreleased]')
})

import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { readMigrations } from '#server/platform/database/migrations.ts'
import {
  brokenFreeze,
  changelogVersions,
  readReleased,
  release,
  unreleasedMigrations,
} from './released-migrations.ts'

const read = (path: string) => readFileSync(new URL(`../${path}`, import.meta.url), 'utf8')
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
  const versions = changelogVersions(read('CHANGELOG.md'))
  expect(versions[0]).toBe(JSON.parse(read('package.json')).version)
  expect(versions.toReversed()).toEqual(Object.keys(readReleased()))
  expect(read('CHANGELOG.md')).toContain('## [Unreleased]')
})

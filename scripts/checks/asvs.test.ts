import { existsSync, readFileSync } from 'node:fs'
import { expect, it } from 'vitest'

const root = new URL('../../', import.meta.url)
const text = readFileSync(new URL('docs/asvs.md', root), 'utf8')
const rows = [
  ...text.matchAll(/^\| (\d+\.\d+\.\d+) \| ([123]) \| (.+?) \| (met|open|not applicable) \| (.+) \|$/gm),
].map(([, id = '', level = '', , status = '', evidence = '']) => ({ id, level, status, evidence }))
const count = (level: string, status?: string) =>
  rows.filter((row) => row.level === level && (status === undefined || row.status === status)).length

it('every requirement of level 1 and 2, and seven of level 3, are listed once', () => {
  expect([count('1'), count('2')]).toEqual([70, 176])
  const ofLevel3 = rows.filter(({ level }) => level === '3').map(({ id }) => id)
  expect(ofLevel3).toEqual(['3.4.7', '3.4.8', '3.5.8', '6.3.8', '7.5.3', '8.3.2', '13.2.6'])
  expect(new Set(rows.map(({ id }) => id)).size).toBe(rows.length)
})

it('the totals in the text are those of the table', () => {
  const of = (level: string) => ({
    met: count(level, 'met'),
    open: count(level, 'open'),
    not: count(level, 'not applicable'),
  })
  const [one, two] = [of('1'), of('2')]
  const share = ((two.met / (two.met + two.open)) * 100).toFixed(1)
  expect(text).toContain(
    `Of level 1, 70: ${one.met} met, ${one.open} open, ${one.not} not applicable. Of level 2, 176: ${two.met} met, ${two.open} open, ${two.not} not applicable, so ${share} % of those that apply.`,
  )
})

it('each met requirement names a file, a document or a section, and each file exists', () => {
  const unproven = rows.filter(
    ({ status, evidence }) => status === 'met' && !/`[^`]+`|docs\/|below/.test(evidence),
  )
  // a default of Node that no code disables
  expect(unproven.map(({ id }) => id)).toEqual(['12.3.2'])
  const missing = rows.flatMap(({ id, evidence }) =>
    [...evidence.matchAll(/`([\w@-][\w./@-]*\/[\w./-]*)`/g)]
      .map(([, path = '']) => path)
      .filter((path) => !path.startsWith('@') && !existsSync(new URL(path, root)))
      .map((path) => `${id} ${path}`),
  )
  expect(missing).toEqual([])
})

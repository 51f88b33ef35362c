import { strFromU8, unzipSync } from 'fflate'
import { expect, it } from 'vitest'
import { xlsxFile } from './xlsx.ts'

it('stores texts as texts, amounts and dates as numbers, and no character that XML refuses', async () => {
  const rows = [['=1+1', 'a<b&"c"\u0000\uD800', { cents: -1_205 }, { date: '2026-11-24' }, 3, null]]
  const head = Array.from({ length: 28 }, (_, column) => `Column ${column}`)
  const files = unzipSync(await xlsxFile([{ name: 'A & B', head, rows }], 'usd'))
  const part = (path: string) => strFromU8(files[`xl/${path}`] ?? new Uint8Array())
  const texts = [...part('sharedStrings.xml').matchAll(/<t[^>]*>([^<]*)<\/t>/g)].map(([, text]) => text)
  const sheet = part('worksheets/sheet1.xml')
  const cell = (at: string) => /<v>(.*?)<\/v>/.exec(sheet.slice(sheet.indexOf(`<c r="${at}"`)))?.[1]
  expect(texts[Number(cell('AB1'))]).toBe('Column 27')
  expect(sheet).toMatch(/<c r="A2"[^>]* t="s">/)
  expect([texts[Number(cell('A2'))], texts[Number(cell('B2'))]]).toEqual(['=1+1', 'a&lt;b&amp;"c"'])
  expect([cell('C2'), cell('D2'), cell('E2')]).toEqual(['-12.05', '46350', '3'])
  expect(sheet).not.toContain('<f>')
  expect(part('workbook.xml')).toContain('name="A &amp; B"')
})

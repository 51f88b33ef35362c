import { readFile } from 'node:fs/promises'
import { describe, expect, it } from 'vitest'
import { readImportFile, UnclearEncoding } from './read-file.ts'

const read = (content: string | Uint8Array<ArrayBuffer>) =>
  readImportFile(new File([content], 'patients.csv'))
const encoded = (...bytes: (string | number[])[]) =>
  new Uint8Array(
    bytes.flatMap((part) => (typeof part === 'string' ? [...Buffer.from(part, 'latin1')] : part)),
  )
const caseFile = async (name: string) =>
  new Uint8Array(await readFile(new URL(`../../../testing/case-files/${name}`, import.meta.url)))
const utf16 = (text: string) => new Uint8Array([0xff, 0xfe, ...Buffer.from(text, 'utf16le')])

describe('a CSV file', () => {
  it.each([
    ['commas', 'Name,Email\r\nZoë Moss,zoe@home.test\r\n'],
    ['semicolons', 'Name;Email\nZoë Moss;zoe@home.test'],
    ['tabs', 'Name\tEmail\nZoë Moss\tzoe@home.test\n'],
    ['quotation marks', '"Name","Email"\n"Zoë Moss","zoe@home.test"\n'],
    ['a byte order mark', '\uFEFFName,Email\nZoë Moss,zoe@home.test'],
    ['old line ends', 'Name,Email\rZoë Moss,zoe@home.test\r'],
    ['Latin-1', encoded('Name,Email\nZo', [0xeb], ' Moss,zoe@home.test')],
    ['UTF-16, as Excel’s Unicode text', utf16('Name\tEmail\nZoë Moss\tzoe@home.test\n')],
  ])('is read with %s', async (_what, content) => {
    expect(await read(content)).toEqual({
      name: 'patients.csv',
      head: ['Name', 'Email'],
      rows: [{ line: 2, cells: ['Zoë Moss', 'zoe@home.test'] }],
    })
  })

  it('mac-roman.csv is recognized by its letters', async () => {
    const { rows } = await read(await caseFile('mac-roman.csv'))
    expect(rows[0]?.cells[0]).toBe('Reneé Côté')
  })

  it('shows the names that differ', async () => {
    const content = encoded('Name\nRen', [0xe9], '\nMu', [0xf1], 'oz\nDvo', [0xf8], [0xe1], 'k\n')
    await expect(read(content)).rejects.toMatchObject({
      choices: [{ sample: 'Muñoz, Dvoøák' }, { sample: 'Muńoz, Dvořák' }],
    })
  })

  it('a name with a capital inside is no sign of a wrong encoding', async () => {
    const { rows } = await read(
      encoded('Name,Email,Price\nChlo', [0xeb], ' McDonald,chloe@home.test,', [0x80], '99'),
    )
    expect(rows[0]?.cells[0]).toBe('Chloë McDonald')
  })

  it('excel-cp1250.csv asks which names are right, and reads the chosen ones', async () => {
    const content = await caseFile('excel-cp1250.csv')
    const unclear: unknown = await read(content).catch((error: unknown) => error)
    if (!(unclear instanceof UnclearEncoding)) throw new Error('it was not asked')
    expect(unclear.choices.map(({ encoding, sample }) => [encoding, sample])).toEqual([
      ['windows-1252', 'Jiøí Dvoøák'],
      ['windows-1250', 'Jiří Dvořák'],
    ])
    const { rows } = await readImportFile(unclear.file, 'windows-1250')
    expect(rows[0]?.cells[0]).toBe('Jiří Dvořák')
  })

  it('preserves separators, quotes and line ends inside quotes, and counts lines as a spreadsheet does', async () => {
    const { rows } = await read('Name,Note\n"Moss, Ida","said ""hello""\nand left"\n\n,\nBen Ash,\n')
    expect(rows).toEqual([
      { line: 2, cells: ['Moss, Ida', 'said "hello"\nand left'] },
      { line: 5, cells: ['Ben Ash', ''] },
    ])
  })

  it.each<[string, string | Uint8Array<ArrayBuffer>, string]>([
    ['empty', '', 'no rows'],
    ['headings alone', 'Name,Email\n\n', 'no rows'],
    ['a spreadsheet’s own format', encoded('PK', [3, 4, 0, 0]), 'not a CSV file'],
    ['a quotation mark that is never closed', 'Name,Email\n"Ida,ida@home.test\nBen,ben@home.test', 'Line 2'],
    ['too many rows', `Name\n${'Ida\n'.repeat(2_001)}`, '2,001 rows'],
    ['too large', `Name\n${'a'.repeat(1_000_000)}`, '1 MB'],
  ])('shows the reason of a refusal: %s', async (_what, content, reason) => {
    await expect(read(content)).rejects.toThrow(reason)
  })
})

import { strToU8, zipSync } from 'fflate'
import { expect, it } from 'vitest'
import { officeType } from './office-type.ts'

const word = 'application/vnd.openxmlformats-officedocument.wordprocessingml.document'
const types = (contentType: string) =>
  `<Types><Default Extension="bin" ContentType="${contentType}"/></Types>`
const relationship = (type: string) => `<Relationships><Relationship Id="r1" Type="${type}"/></Relationships>`
const printer = types('application/vnd.openxmlformats-officedocument.spreadsheetml.printerSettings')

function typeOf(parts: Record<string, string | Uint8Array>) {
  const document: Record<string, string | Uint8Array> = {
    '[Content_Types].xml': printer,
    'word/document.xml': '<w:document/>',
    ...parts,
  }
  const bytes = Buffer.from(
    zipSync(
      Object.fromEntries(
        Object.entries(document).map(([name, part]) => [
          name,
          typeof part === 'string' ? strToU8(part) : part,
        ]),
      ),
    ),
  )
  return officeType(async (start, length) => bytes.subarray(start, start + length), bytes.length)
}

it.each<[string, Record<string, string>]>([
  ['printer settings', { 'word/printerSettings1.bin': 'x' }],
  ['an embedded object', { 'word/embeddings/oleObject1.bin': 'x' }],
  ['a link', { 'word/_rels/document.xml.rels': relationship('http://schemas.test/relationships/hyperlink') }],
])('accepts a document with %s', async (_what, parts) => {
  expect(await typeOf(parts)).toBe(word)
})

it.each<[string, Record<string, string | Uint8Array>]>([
  [
    'its main type',
    { '[Content_Types].xml': types('application/vnd.ms-word.document.macroEnabled.main+xml') },
  ],
  ['the type of a part', { '[Content_Types].xml': types('application/vnd.ms-office.vbaProject') }],
  [
    'a type with a character reference',
    { '[Content_Types].xml': types('application/vnd.ms-office.vba&#x50;roject') },
  ],
  [
    'a type in UTF-16',
    {
      '[Content_Types].xml': Buffer.from(`\uFEFF${types('application/vnd.ms-office.vbaProject')}`, 'utf16le'),
    },
  ],
  ['an entity', { '[Content_Types].xml': `<!DOCTYPE Types [<!ENTITY m "x">]>${printer}` }],
  [
    'a relationship to a part with a harmless name',
    {
      'word/_rels/document.xml.rels': relationship(
        'http://schemas.microsoft.com/office/2006/relationships/vbaProject',
      ),
    },
  ],
  ['a macro sheet', { '[Content_Types].xml': types('application/vnd.ms-excel.macrosheet+xml') }],
  [
    'a control',
    {
      'word/_rels/document.xml.rels': relationship(
        'http://schemas.openxmlformats.org/officeDocument/2006/relationships/control',
      ),
    },
  ],
  ['a part with the usual name', { 'word/vbaProject.bin': 'x' }],
])('finds macros by %s', async (_what, parts) => {
  expect(await typeOf(parts)).toBe('macros')
})

it('refuses types that unpack to too much, or that are listed twice', async () => {
  expect(await typeOf({ '[Content_Types].xml': ' '.repeat(1_000_001) })).toBeNull()
  expect(await typeOf({ '[content_types].xml': printer })).toBeNull()
})

it.each([
  ['an archive', 'archive', ['a.txt']],
  ['slides', null, ['[Content_Types].xml', 'ppt/presentation.xml']],
  ['a document of LibreOffice', null, ['mimetype', 'content.xml']],
  ['a document of Pages', null, ['Index/Document.iwa']],
])('separates archives from documents of other programs: %s', async (_what, answer, names) => {
  const bytes = Buffer.from(zipSync(Object.fromEntries(names.map((name) => [name, strToU8('x')]))))
  const read = async (start: number, length: number) => bytes.subarray(start, start + length)
  expect(await officeType(read, bytes.length)).toBe(answer)
})

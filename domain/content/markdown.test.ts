import fc from 'fast-check'
import { expect, it } from 'vitest'
import { articleDocument } from './document.ts'
import { documentFromMarkdown } from './markdown.ts'

const blocks = (markdown: string) => documentFromMarkdown(markdown).content
const text = (words: string, ...marks: object[]) => ({
  type: 'text',
  text: words,
  ...(marks.length > 0 && { marks }),
})
const paragraph = (...content: object[]) => ({ type: 'paragraph', content })
const bold = { type: 'bold' }
const italic = { type: 'italic' }

it('reads headings, paragraphs and rules', () => {
  expect(blocks('# Sleep\nGet up\nearly.\n\n### More ###\n\n---')).toEqual([
    { type: 'heading', attrs: { level: 2 }, content: [text('Sleep')] },
    paragraph(text('Get up early.')),
    { type: 'heading', attrs: { level: 3 }, content: [text('More')] },
    { type: 'horizontalRule' },
  ])
})

it('reads lists with continued lines, and numbers that begin elsewhere', () => {
  const item = (...content: object[]) => ({ type: 'listItem', content: [paragraph(...content)] })
  expect(blocks('- one\n  more\n- two\n\n3. three\n4. four')).toEqual([
    { type: 'bulletList', content: [item(text('one more')), item(text('two'))] },
    { type: 'orderedList', attrs: { start: 3 }, content: [item(text('three')), item(text('four'))] },
  ])
})

it('reads lists in lists, and lines with an end', () => {
  const nested = { type: 'bulletList', content: [{ type: 'listItem', content: [paragraph(text('b'))] }] }
  expect(blocks('1. a\n   - b\n\nc  \nd')).toEqual([
    {
      type: 'orderedList',
      attrs: { start: 1 },
      content: [{ type: 'listItem', content: [paragraph(text('a')), nested] }],
    },
    paragraph(text('c'), { type: 'hardBreak' }, text('d')),
  ])
})

it('leaves parts that an article does not have as text', () => {
  expect(blocks('<b>a</b> `b` | c | \n| - |\n\n![d](https://example.org/e.png) [f](javascript:g)')).toEqual([
    paragraph(text('<b>a</b> `b` | c | | - |')),
    paragraph(
      text('!'),
      text('d', { type: 'link', attrs: { href: 'https://example.org/e.png' } }),
      text(' [f](javascript:g)'),
    ),
  ])
})

it('reads quotes, and callouts by their first line', () => {
  expect(blocks('> said\n> so')).toEqual([{ type: 'blockquote', content: [paragraph(text('said so'))] }])
  expect(blocks('> [!WARNING]\n> Call us.\n>\n> At once.')).toEqual([
    {
      type: 'callout',
      attrs: { tone: 'warning' },
      content: [paragraph(text('Call us.')), paragraph(text('At once.'))],
    },
  ])
  expect(blocks('> [!tip]')).toEqual([
    { type: 'callout', attrs: { tone: 'tip' }, content: [{ type: 'paragraph' }] },
  ])
})

it('reads nested bold, italics and links', () => {
  const link = { type: 'link', attrs: { href: 'https://example.org/' } }
  expect(blocks('a **b *c* d** _e_ [f](https://example.org) snake_case_name 2 * 3 * 4')).toEqual([
    paragraph(
      text('a '),
      text('b ', bold),
      text('c', bold, italic),
      text(' d', bold),
      text(' '),
      text('e', italic),
      text(' '),
      text('f', link),
      text(' snake_case_name 2 * 3 * 4'),
    ),
  ])
})

it('reads an empty text as an empty article', () => {
  for (const nothing of ['', '\n\n', '  ']) expect(blocks(nothing)).toEqual([{ type: 'paragraph' }])
})

it('reads any text as an article, quickly', () => {
  const markdown = fc.array(
    fc.oneof(
      fc.string(),
      fc.constantFrom(
        '- ',
        '* ',
        '**',
        '_',
        '> ',
        '[!tip]',
        '# ',
        '1. ',
        '\n',
        '\n\n',
        '[',
        '](',
        ')',
        '---',
        '  ',
      ),
    ),
    { maxLength: 60 },
  )
  fc.assert(
    fc.property(markdown, (parts) => {
      expect(articleDocument.safeParse(documentFromMarkdown(parts.join(''))).success).toBe(true)
    }),
    { numRuns: 500 },
  )
  const start = performance.now()
  for (const unit of ['[', '*', '_', '**a', '[a](', '> ', '- ', '1. ', ' '])
    documentFromMarkdown(unit.repeat(20_000))
  expect(performance.now() - start).toBeLessThan(5_000)
})

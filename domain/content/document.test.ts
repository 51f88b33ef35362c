import { describe, expect, it, test } from 'vitest'
import {
  cleanedDocuments,
  hostileAddresses,
  hostileTexts,
  refusedDocuments,
} from '#testing/hostile/hostile-documents.ts'
import { blocksOf, emptyDocument, linkTarget, plainText } from './article.ts'
import { articleDocument } from './document.ts'
import { drawDocument, type Pen } from './draw-document.ts'
import { documentFromMarkdown } from './markdown.ts'

const escaped = (text: string) => text.replace(/[&<>"']/g, (mark) => `&#${mark.charCodeAt(0)};`)
/** Drawn HTML; wrapped in an object so that nothing is escaped twice. */
interface Drawn {
  html: string
}
const html = (parts: (Drawn | string)[]) =>
  parts.map((part) => (typeof part === 'string' ? escaped(part) : part.html)).join('')
const pen: Pen<Drawn> = {
  element: (tag, attributes, children) => ({
    html: `<${tag}${Object.entries(attributes)
      .map(([name, value]) => ` ${name}="${escaped(String(value))}"`)
      .join('')}>${html(children)}</${tag}>`,
  }),
  callout: (tone, children) => ({ html: `<aside class="${escaped(tone)}">${html(children)}</aside>` }),
  picture: ({ fileId, alt, caption }) => ({
    html: `<img id="${escaped(fileId)}" alt="${escaped(alt)}">${escaped(caption)}`,
  }),
  video: ({ fileId, title }) => ({
    html: `<video id="${escaped(fileId)}" title="${escaped(title)}"></video>`,
  }),
}
const drawn = (document: unknown) => html(drawDocument(articleDocument.parse(document) as never, pen))

const tags = (text: string) => text.match(/<[^>]*>/g) ?? []
const allowed =
  /^<\/?(p|h2|h3|ul|ol|li|blockquote|strong|em|br|hr|aside|img|video)( (start|class|id|alt|title)="[^"<>]*")*>$|^<a href="(https?|mailto|tel):[^"<>]*">$|^<\/a>$/

const knownKeys = ['type', 'content', 'text', 'marks', 'attrs', 'href', 'fileId', 'alt', 'caption']
function keysIn(value: unknown): Set<string> {
  const keys = new Set<string>()
  JSON.stringify(value, (key, inner) => {
    if (key !== '' && !/^\d+$/.test(key)) keys.add(key)
    return inner
  })
  return keys
}

describe('the corpus', () => {
  it('has at least a hundred documents', () => {
    const count = Object.keys(refusedDocuments).length + Object.keys(cleanedDocuments).length
    expect(count).toBeGreaterThan(120)
  })

  it.each(Object.keys(refusedDocuments))('refuses %s', (name) => {
    expect(articleDocument.safeParse(refusedDocuments[name]).success).toBe(false)
  })

  it.each(Object.keys(cleanedDocuments))('draws %s without harm', (name) => {
    const parsed = articleDocument.parse(cleanedDocuments[name])
    expect(tags(drawn(cleanedDocuments[name])).filter((tag) => !allowed.test(tag))).toEqual([])
    expect([...keysIn(parsed)].filter((key) => !knownKeys.includes(key))).toEqual([])
    // The database would refuse it.
    expect(JSON.stringify(parsed)).not.toMatch(/\\u0000|\\ud[89a-f]/)
    expect(articleDocument.parse(parsed)).toEqual(parsed)
  })

  it.each([...hostileTexts])('imports %s as text', (text) => {
    for (const markdown of [
      text,
      `# ${text}`,
      `- ${text}`,
      `> ${text}`,
      `**${text}**`,
      `[x](${text})`,
      `[${text}](https://example.org)`,
    ]) {
      const document = articleDocument.parse(documentFromMarkdown(markdown))
      expect(tags(drawn(document)).filter((tag) => !allowed.test(tag))).toEqual([])
    }
  })

  // Direction marks are removed before the text is read.
  it.each(hostileAddresses.filter((address) => !address.startsWith('\u202e')))(
    'makes no link from Markdown to %j',
    (address) => {
      for (const markdown of [`[x](${address})`, `[x](<${address}>)`, `**[x](${address})**`])
        expect(drawn(documentFromMarkdown(markdown))).not.toContain('<a ')
    },
  )

  it('draws nothing foreign from a document that passed no schema', () => {
    const raw = {
      type: 'doc',
      content: [
        { type: 'script', content: [{ type: 'text', text: 'alert(1)' }] },
        { type: 'paragraph', content: [{ type: 'html', text: '<b>' }] },
        {
          type: 'paragraph',
          content: [
            { type: 'text', text: 'x', marks: [{ type: 'link', attrs: { href: 'javascript:alert(1)' } }] },
          ],
        },
      ],
    }
    expect(html(drawDocument(raw as never, pen))).toBe('<p></p><p>x</p>')
  })
})

test.each([
  ['https://example.org', 'https://example.org/'],
  ['HTTP://EXAMPLE.org/a b', 'http://example.org/a%20b'],
  ['mailto:desk@example.org', 'mailto:desk@example.org'],
  ['tel:+15550100142', 'tel:+15550100142'],
])('allows a link to %s', (text, href) => {
  expect(linkTarget(text)).toBe(href)
})

test('preserves an article that an editor wrote', () => {
  const document = {
    type: 'doc',
    content: [
      { type: 'heading', attrs: { level: 2 }, content: [{ type: 'text', text: 'Sleep' }] },
      {
        type: 'paragraph',
        content: [
          { type: 'text', text: 'Get up ' },
          { type: 'text', text: 'early', marks: [{ type: 'bold' }, { type: 'italic' }] },
          { type: 'hardBreak' },
        ],
      },
      {
        type: 'orderedList',
        attrs: { start: 3 },
        content: [
          {
            type: 'listItem',
            content: [
              { type: 'paragraph', content: [{ type: 'text', text: 'One' }] },
              { type: 'bulletList', content: [{ type: 'listItem', content: [{ type: 'paragraph' }] }] },
            ],
          },
        ],
      },
      {
        type: 'callout',
        attrs: { tone: 'tip' },
        content: [{ type: 'paragraph', content: [{ type: 'text', text: 'Try' }] }],
      },
      { type: 'blockquote', content: [{ type: 'paragraph' }] },
      { type: 'horizontalRule' },
      {
        type: 'picture',
        attrs: { fileId: '0197a3f0-0000-4000-8000-000000000001', alt: 'A bed', caption: 'Mine' },
      },
      { type: 'video', attrs: { fileId: '0197a3f0-0000-4000-8000-000000000002', title: 'Breathing' } },
    ],
  }
  expect(articleDocument.parse(document)).toEqual(document)
  expect(plainText(articleDocument.parse(document))).toBe('Sleep\nGet up early \nOne\n\nTry\n\nMine')
  expect([...blocksOf(articleDocument.parse(document))]).toHaveLength(15)
  expect(articleDocument.parse(emptyDocument)).toEqual(emptyDocument)
})

import MarkdownIt from 'markdown-it'
import {
  type ArticleDocument,
  type Block,
  type CalloutTone,
  emptyDocument,
  type Paragraph,
} from './article.ts'
import { blocksFromHtml } from './html.ts'

/** Parts that an article does not have stay text, as do HTML tags. */
const reader = new MarkdownIt('commonmark', { html: false }).disable([
  'backticks',
  'code',
  'fence',
  'image',
  'reference',
])

/** Markdown as an article: for pasted text and Carefold's examples. `> [!tip]` begins a callout. */
export function documentFromMarkdown(markdown: string): ArticleDocument {
  const content = blocksFromHtml(reader.render(markdown)).map(calloutOf)
  return content.length === 0 ? emptyDocument : { type: 'doc', content }
}

const tone = /^\[!(note|tip|warning)\] ?/i

function calloutOf(block: Block): Block {
  if (block.type !== 'blockquote') return block
  const [first, ...rest] = block.content
  const [start, ...others] = first?.content ?? []
  const found = start?.type === 'text' ? tone.exec(start.text) : null
  if (start?.type !== 'text' || !found) return block
  const text = start.text.slice(found[0].length)
  const content = text === '' ? others : [{ ...start, text }, ...others]
  const paragraphs: Paragraph[] = content.length === 0 ? rest : [{ type: 'paragraph', content }, ...rest]
  return {
    type: 'callout',
    attrs: { tone: (found[1] ?? 'note').toLowerCase() as CalloutTone },
    content: paragraphs.length === 0 ? [{ type: 'paragraph' }] : paragraphs,
  }
}

/** The shape of an article without its schema (document.ts), so that reader pages stay small. */

export type Mark = { type: 'bold' } | { type: 'italic' } | { type: 'link'; attrs: { href: string } }
export type Inline = { type: 'text'; text: string; marks?: Mark[] | undefined } | { type: 'hardBreak' }
export interface Paragraph {
  type: 'paragraph'
  content?: Inline[] | undefined
}
export interface Heading {
  type: 'heading'
  attrs: { level: 2 | 3 }
  content?: Inline[] | undefined
}
export interface ListItem {
  type: 'listItem'
  content: (Paragraph | List)[]
}
export type List =
  | { type: 'bulletList'; content: ListItem[] }
  | { type: 'orderedList'; attrs: { start: number }; content: ListItem[] }
export const calloutTones = ['note', 'tip', 'warning'] as const
export type CalloutTone = (typeof calloutTones)[number]
export interface Callout {
  type: 'callout'
  attrs: { tone: CalloutTone }
  content: (Paragraph | List)[]
}
export interface Picture {
  type: 'picture'
  attrs: { fileId: string; alt: string; caption: string }
}
export interface EmbeddedVideo {
  type: 'video'
  attrs: {
    fileId: string
    title: string
    /** Null or absent: without captions. Older articles lack the field. */
    captionsFileId?: string | null | undefined
  }
}
export type Block =
  | Paragraph
  | Heading
  | List
  | Callout
  | Picture
  | EmbeddedVideo
  | { type: 'blockquote'; content: Paragraph[] }
  | { type: 'horizontalRule' }
export interface ArticleDocument {
  type: 'doc'
  content: Block[]
}

/**
 * Removes what the database cannot store or a reader cannot see: control characters, lone surrogates, direction
 * marks.
 */
export function storableText(text: string): string {
  return text
    .toWellFormed()
    .replace(/[\p{Cc}\u2028\u2029\u202a-\u202e\u2066-\u2069\ufffe\uffff]/gu, (mark) =>
      mark === '\t' ? ' ' : '',
    )
}

const linkProtocols = ['https:', 'http:', 'mailto:', 'tel:']

/** The normalized target of an allowed link; null for others, such as a script. */
export function linkTarget(text: string): string | null {
  if (!URL.canParse(text)) return null
  const url = new URL(text)
  if (!linkProtocols.includes(url.protocol) || url.username !== '' || url.password !== '') return null
  return url.href.length <= 2_000 ? url.href : null
}

export const emptyDocument: ArticleDocument = { type: 'doc', content: [{ type: 'paragraph' }] }

/** Also nested blocks. */
export function* blocksOf(document: ArticleDocument): Generator<Block | ListItem> {
  const waiting: (Block | ListItem)[] = document.content.toReversed()
  for (let next = waiting.pop(); next; next = waiting.pop()) {
    yield next
    if (!('content' in next) || next.type === 'paragraph' || next.type === 'heading') continue
    waiting.push(...(next.content as (Block | ListItem)[]).toReversed())
  }
}

/** One block a line, to count and search. */
export function plainText(document: ArticleDocument): string {
  const lines: string[] = []
  for (const one of blocksOf(document)) {
    if (one.type === 'paragraph' || one.type === 'heading') {
      lines.push((one.content ?? []).map((part) => (part.type === 'text' ? part.text : ' ')).join(''))
    } else if (one.type === 'picture' && one.attrs.caption) lines.push(one.attrs.caption)
  }
  return lines.join('\n').trim()
}

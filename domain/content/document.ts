/**
 * An article as it is stored: a tree of blocks and text, no HTML. Every article passes this one schema, whoever wrote it
 * (docs/decisions/0050); what it does not know is refused, attributes it does not know are dropped.
 */

import * as z from 'zod/mini'
import { contentTexts } from '../texts/content.ts'

const rules = contentTexts.validation

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
  attrs: { fileId: string; title: string }
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

/** An article of a long visit's reading; more is a mistake or an attack. */
export const documentLimits = { nodes: 5_000, depth: 24, characters: 200_000 }

/** A text as the database can store it: no control characters, no half of a surrogate pair, no turned direction. */
export function storableText(text: string): string {
  return text
    .toWellFormed()
    .replace(/[\p{Cc}\u2028\u2029\u202a-\u202e\u2066-\u2069\ufffe\uffff]/gu, (mark) =>
      mark === '\t' ? ' ' : '',
    )
}

const linkProtocols = ['https:', 'http:', 'mailto:', 'tel:']

/** Where a link may lead, as a browser would read it; null for everything else, such as a script. */
export function linkTarget(text: string): string | null {
  if (!URL.canParse(text)) return null
  const url = new URL(text)
  if (!linkProtocols.includes(url.protocol) || url.username !== '' || url.password !== '') return null
  return url.href.length <= 2_000 ? url.href : null
}

const storable = (most: number, tooLong: string = rules.tooLong) =>
  z.string().check(z.overwrite(storableText), z.maxLength(most, tooLong))

const href = z.string().check(
  z.refine((text) => linkTarget(text) !== null, { error: rules.link }),
  z.overwrite((text) => linkTarget(text) ?? ''),
)

const mark = z.discriminatedUnion('type', [
  z.object({ type: z.literal('bold') }),
  z.object({ type: z.literal('italic') }),
  z.object({ type: z.literal('link'), attrs: z.object({ href }) }),
])

const inline = z.discriminatedUnion('type', [
  z.object({
    type: z.literal('text'),
    text: storable(documentLimits.characters),
    marks: z.optional(z.array(mark).check(z.maxLength(3))),
  }),
  z.object({ type: z.literal('hardBreak') }),
])
// an editor's text is never empty; what cleaning emptied is dropped
const inlines = z.optional(
  z.pipe(
    z.array(inline),
    z.transform((found: Inline[]) => found.filter((one) => one.type !== 'text' || one.text !== '')),
  ),
)

const paragraph = z.object({ type: z.literal('paragraph'), content: inlines })
const listItem: z.ZodMiniType<ListItem> = z.lazy(() =>
  z.object({ type: z.literal('listItem'), content: z.array(textBlock).check(z.minLength(1)) }),
)
const bulletList = z.object({
  type: z.literal('bulletList'),
  content: z.array(listItem).check(z.minLength(1)),
})
const orderedList = z.object({
  type: z.literal('orderedList'),
  attrs: z._default(z.object({ start: z._default(z.int().check(z.gte(0), z.lte(9_999)), 1) }), { start: 1 }),
  content: z.array(listItem).check(z.minLength(1)),
})
const textBlock = z.discriminatedUnion('type', [paragraph, bulletList, orderedList])

const block = z.discriminatedUnion('type', [
  paragraph,
  z.object({
    type: z.literal('heading'),
    attrs: z.object({ level: z.union([z.literal(2), z.literal(3)]) }),
    content: inlines,
  }),
  bulletList,
  orderedList,
  z.object({
    type: z.literal('callout'),
    attrs: z.object({ tone: z.enum(calloutTones) }),
    content: z.array(textBlock).check(z.minLength(1)),
  }),
  z.object({ type: z.literal('blockquote'), content: z.array(paragraph).check(z.minLength(1)) }),
  z.object({
    type: z.literal('picture'),
    attrs: z.object({
      fileId: z.uuid(),
      alt: z._default(storable(300), ''),
      caption: z._default(storable(300), ''),
    }),
  }),
  z.object({
    type: z.literal('video'),
    attrs: z.object({ fileId: z.uuid(), title: z._default(storable(120), '') }),
  }),
  z.object({ type: z.literal('horizontalRule') }),
])

/** The schema of an article. Its size is checked before its shape: a deep tree would exhaust the stack. */
export const articleDocument = z.pipe(
  z.unknown().check(z.refine((value) => isWithinLimits(value), { error: rules.tooLong })),
  z.object({ type: z.literal('doc'), content: z.array(block).check(z.minLength(1)) }),
)

/** An article before anything is written. */
export const emptyDocument: ArticleDocument = { type: 'doc', content: [{ type: 'paragraph' }] }

/** Whether a value has no more nodes, depth and text than an article may have. Without recursion. */
function isWithinLimits(value: unknown): boolean {
  const waiting: { value: unknown; depth: number }[] = [{ value, depth: 0 }]
  let nodes = 0
  let characters = 0
  for (let next = waiting.pop(); next; next = waiting.pop()) {
    if (typeof next.value === 'string') characters += next.value.length
    if (characters > documentLimits.characters) return false
    if (typeof next.value !== 'object' || next.value === null) continue
    // an object and its list of contents are two
    if (++nodes > documentLimits.nodes * 4 || next.depth > documentLimits.depth * 2) return false
    for (const child of Object.values(next.value)) waiting.push({ value: child, depth: next.depth + 1 })
  }
  return true
}

/** Every block of an article, also those inside of others. */
export function* blocksOf(document: ArticleDocument): Generator<Block | ListItem> {
  const waiting: (Block | ListItem)[] = document.content.toReversed()
  for (let next = waiting.pop(); next; next = waiting.pop()) {
    yield next
    if (!('content' in next) || next.type === 'paragraph' || next.type === 'heading') continue
    waiting.push(...(next.content as (Block | ListItem)[]).toReversed())
  }
}

/** What an article says, one block a line: for counting and searching. */
export function plainText(document: ArticleDocument): string {
  const lines: string[] = []
  for (const one of blocksOf(document)) {
    if (one.type === 'paragraph' || one.type === 'heading') {
      lines.push((one.content ?? []).map((part) => (part.type === 'text' ? part.text : ' ')).join(''))
    } else if (one.type === 'picture' && one.attrs.caption) lines.push(one.attrs.caption)
  }
  return lines.join('\n').trim()
}

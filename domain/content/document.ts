/**
 * A stored article: a tree of blocks and text, no HTML. Every article passes this schema (docs/decisions/0050), which
 * refuses unknown nodes and drops unknown attributes.
 */

import * as z from 'zod/mini'
import { contentTexts } from '../texts/content.ts'
import { calloutTones, type Inline, type ListItem, linkTarget, storableText } from './article.ts'

const rules = contentTexts.validation

/** More than a long reading has; beyond that it is a mistake or an attack. */
export const documentLimits = { nodes: 5_000, depth: 24, characters: 200_000 }

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
// An editor writes no empty text; a text that cleaning emptied is dropped.
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
    attrs: z.object({
      fileId: z.uuid(),
      title: z._default(storable(120), ''),
      captionsFileId: z.optional(z.nullable(z.uuid())),
    }),
  }),
  z.object({ type: z.literal('horizontalRule') }),
])

/** Checks the size before the shape: a deep tree would exhaust the stack. */
export const articleDocument = z.pipe(
  z.unknown().check(z.refine((value) => isWithinLimits(value), { error: rules.tooLong })),
  z.object({ type: z.literal('doc'), content: z.array(block).check(z.minLength(1)) }),
)

function isWithinLimits(value: unknown): boolean {
  const waiting: { value: unknown; depth: number }[] = [{ value, depth: 0 }]
  let nodes = 0
  let characters = 0
  for (let next = waiting.pop(); next; next = waiting.pop()) {
    if (typeof next.value === 'string') characters += next.value.length
    if (characters > documentLimits.characters) return false
    if (typeof next.value !== 'object' || next.value === null) continue
    // An object and its list of contents count as two.
    if (++nodes > documentLimits.nodes * 4 || next.depth > documentLimits.depth * 2) return false
    for (const child of Object.values(next.value)) waiting.push({ value: child, depth: next.depth + 1 })
  }
  return true
}

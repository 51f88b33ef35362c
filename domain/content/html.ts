/** HTML of Word, Google Docs and web pages as an article: known parts alone, the rest becomes text. */

import {
  type ArticleDocument,
  type Block,
  type Inline,
  type List,
  type ListItem,
  linkTarget,
  type Mark,
  type Paragraph,
  storableText,
} from './article.ts'
import { type HtmlElement, parseHtml } from './html-tree.ts'

/** Longer text is no article; it is pasted as plain text. */
const mostCharacters = 2_000_000
/** Deeper lists continue at this level. */
const deepestList = 6

type Child = HtmlElement | string

/** @returns null unless the text has structure that plain text loses */
export function documentFromHtml(html: string): ArticleDocument | null {
  if (html.length > mostCharacters) return null
  const content = blocksFromHtml(html)
  const [only] = content
  const isPlain =
    content.length <= 1 && (!only || (only.type === 'paragraph' && !only.content?.some(hasStructure)))
  return isPlain ? null : { type: 'doc', content }
}

export function blocksFromHtml(html: string): Block[] {
  return blocksOf(parseHtml(html).children, [], 1)
}

function hasStructure(inline: Inline): boolean {
  return inline.type === 'hardBreak' || inline.marks !== undefined
}

const blockNames = new Set(
  'p div section article header footer main nav aside table tbody thead tr td th caption dl dt dd pre figure figcaption li address form fieldset details summary html body'.split(
    ' ',
  ),
)
const headingName = /^h([1-6])$/

/** A list item of Word, which writes lists as paragraphs. */
interface WordItem {
  level: number
  type: List['type']
  content: Paragraph
}

/** Collects the parts of a text flow. */
function createFlow() {
  const blocks: Block[] = []
  let line: Inline[] = []
  let wordItems: WordItem[] = []
  const lineEnd = () => line.at(-1)
  const endList = () => {
    if (wordItems.length > 0) blocks.push(...listsOfWord(wordItems))
    wordItems = []
  }
  const endLine = (): Inline[] => {
    const ended = trimmed(line)
    line = []
    return ended
  }
  const flush = () => {
    const content = endLine()
    if (content.length === 0) return
    endList()
    blocks.push({ type: 'paragraph', content })
  }
  return {
    flush,
    endLine,
    add(block: Block) {
      flush()
      endList()
      blocks.push(block)
    },
    addWordItem(item: WordItem) {
      flush()
      wordItems.push(item)
    },
    text(text: string, marks: Mark[]) {
      const end = lineEnd()
      const isAfterBlank = end === undefined || end.type === 'hardBreak' || end.text.endsWith(' ')
      const plain = storableText(text.replace(/[\s\u00a0]+/g, ' '))
      const piece = isAfterBlank ? plain.replace(/^ /, '') : plain
      if (piece === '') return
      if (end?.type === 'text' && sameMarks(end.marks ?? [], marks)) end.text += piece
      else line.push({ type: 'text', text: piece, ...(marks.length > 0 && { marks }) })
    },
    lineBreak() {
      // an empty line ends the paragraph
      if (lineEnd()?.type === 'hardBreak') flush()
      else if (line.length > 0) line.push({ type: 'hardBreak' })
    },
    end(): Block[] {
      flush()
      endList()
      return blocks
    },
  }
}
type Flow = ReturnType<typeof createFlow>

function sameMarks(some: Mark[], others: Mark[]): boolean {
  return JSON.stringify(some) === JSON.stringify(others)
}

function trimmed(line: Inline[]): Inline[] {
  const content = [...line]
  for (let end = content.at(-1); end; end = content.at(-1)) {
    if (end.type === 'text') {
      end.text = end.text.trimEnd()
      if (end.text !== '') break
    }
    content.pop()
  }
  return content
}

function blocksOf(children: Child[], marks: Mark[], listLevel: number): Block[] {
  const flow = createFlow()
  for (const child of children) walk(child, marks, listLevel, flow)
  return flow.end()
}

function walk(child: Child, marks: Mark[], listLevel: number, flow: Flow): void {
  if (typeof child === 'string') {
    flow.text(child, marks)
    return
  }
  const { name, attributes, children } = child
  if (isHidden(attributes)) return
  const heading = headingLevel(child)
  const walkAll = (under: Mark[]) => {
    for (const one of children) walk(one, under, listLevel, flow)
  }
  if (name === 'br') flow.lineBreak()
  else if (name === 'hr') flow.add({ type: 'horizontalRule' })
  else if (heading !== null) {
    const content = inlinesOf(children, marks)
    if (content.length > 0) flow.add({ type: 'heading', attrs: { level: heading <= 2 ? 2 : 3 }, content })
  } else if (name === 'ul' || name === 'ol') {
    const single = itemsOfWordOnline(child, marks)
    for (const item of single) flow.addWordItem(item)
    if (single.length === 0) for (const block of listsOf(child, marks, listLevel)) flow.add(block)
  } else if (name === 'blockquote') {
    const content = paragraphsIn(blocksOf(children, marks, listLevel))
    if (content.length > 0) flow.add({ type: 'blockquote', content })
  } else if (name === 'p' && wordLevel(attributes) !== null) flow.addWordItem(wordItem(child, marks))
  else if (blockNames.has(name)) {
    flow.flush()
    walkAll(marks)
    flow.flush()
  } else walkAll(marksWithin(child, marks))
}

/** By name, by Word's style of titles, or by role. */
function headingLevel({ name, attributes }: HtmlElement): number | null {
  const { class: style = '', role, 'aria-level': level } = attributes
  if (name === 'p' && /^MsoTitle/.test(style)) return 1
  const found = role === 'heading' ? level : headingName.exec(name)?.[1]
  return found === undefined ? null : Number(found)
}

function isHidden({ style = '', 'aria-hidden': ariaHidden }: Record<string, string>): boolean {
  return ariaHidden === 'true' || /display:\s*none|mso-hide:\s*all|mso-list:\s*ignore/i.test(style)
}

/** Google Docs marks by style, and wraps everything in a `<b>` that is not bold. */
function marksWithin({ name, attributes }: HtmlElement, marks: Mark[]): Mark[] {
  const style = attributes.style ?? ''
  // not Word's `mso-bidi-font-weight`
  const weight = /(?:^|[;\s])font-weight:\s*(\w+)/i.exec(style)?.[1]
  const slope = /(?:^|[;\s])font-style:\s*(\w+)/i.exec(style)?.[1]
  const isBold = weight === undefined ? /^(b|strong)$/.test(name) : /^(bold|bolder|[6-9]00)$/i.test(weight)
  const isItalic = slope === undefined ? /^(i|em)$/.test(name) : /^(italic|oblique)$/i.test(slope)
  const href = name === 'a' ? linkTarget(attributes.href ?? '') : null
  const added: Mark[] = [
    ...(isBold ? [{ type: 'bold' } as const] : []),
    ...(isItalic ? [{ type: 'italic' } as const] : []),
    ...(href === null ? [] : [{ type: 'link', attrs: { href } } as const]),
  ]
  return [...marks, ...added.filter(({ type }) => !marks.some((mark) => mark.type === type))]
}

function inlinesOf(children: Child[], marks: Mark[]): Inline[] {
  return linesOf(paragraphsIn(blocksOf(children, marks, 1)))
}

function linesOf(paragraphs: Paragraph[]): Inline[] {
  return paragraphs.flatMap(({ content = [] }, at) => [
    ...(at > 0 ? [{ type: 'hardBreak' as const }] : []),
    ...content,
  ])
}

/** The text of blocks that cannot be nested. */
function paragraphsIn(blocks: (Block | ListItem)[]): Paragraph[] {
  return blocks.flatMap((block): Paragraph[] => {
    if (block.type === 'paragraph') return [block]
    if (block.type === 'heading') return [{ type: 'paragraph', content: block.content }]
    return 'content' in block ? paragraphsIn(block.content) : []
  })
}

/** Google Docs nests a list beside the item that it belongs to. */
function listsOf({ name, attributes, children }: HtmlElement, marks: Mark[], level: number): Block[] {
  const items: ListItem[] = []
  for (const child of children) {
    if (typeof child === 'string') continue
    const nested = child.name === 'ul' || child.name === 'ol'
    const blocks = blocksOf(nested ? [child] : child.children, marks, Math.min(level + 1, deepestList))
    const content = blocks.flatMap((block): (Paragraph | List)[] =>
      block.type === 'bulletList' || block.type === 'orderedList' ? [block] : paragraphsIn([block]),
    )
    const before = items.at(-1)
    if (content.length === 0) continue
    if (nested && before && level < deepestList) before.content.push(...content)
    else if (level < deepestList) items.push(listItem(content))
    else for (const paragraph of paragraphsIn(content)) items.push(listItem([paragraph]))
  }
  if (items.length === 0) return []
  return [listOf(name === 'ol' ? 'orderedList' : 'bulletList', items, Number(attributes.start ?? 1))]
}

function listItem(content: (Paragraph | List)[]): ListItem {
  const isText = content[0]?.type === 'paragraph'
  return { type: 'listItem', content: isText ? content : [{ type: 'paragraph' }, ...content] }
}

function listOf(type: List['type'], content: ListItem[], start = 1): List {
  if (type === 'bulletList') return { type, content }
  return {
    type,
    attrs: { start: Number.isInteger(start) && start >= 0 && start <= 9_999 ? start : 1 },
    content,
  }
}

function wordLevel({ style = '' }: Record<string, string>): number | null {
  const level = /mso-list:[^;"]*\blevel(\d)/i.exec(style)?.[1]
  return level === undefined ? null : Math.min(Number(level), deepestList)
}

/** Word in the browser writes a list for each item, with the item's level. */
function itemsOfWordOnline({ name, children }: HtmlElement, marks: Mark[]): WordItem[] {
  return children.flatMap((child) => {
    const level = typeof child === 'string' ? undefined : child.attributes['data-aria-level']
    if (typeof child === 'string' || level === undefined) return []
    const content: Paragraph = { type: 'paragraph', content: inlinesOf(child.children, marks) }
    const type = name === 'ol' ? 'orderedList' : 'bulletList'
    return [{ level: Math.min(Number(level) || 1, deepestList), type, content }]
  })
}

function wordItem(paragraph: HtmlElement, marks: Mark[]): WordItem {
  const isNumbered = /^\s*\(?[0-9a-z]{1,5}[.)]/i.test(wordMarker(paragraph))
  return {
    level: wordLevel(paragraph.attributes) ?? 1,
    type: isNumbered ? 'orderedList' : 'bulletList',
    content: { type: 'paragraph', content: inlinesOf(paragraph.children, marks) },
  }
}

/** `1.` or a bullet, in a part that Word marks as ignored. */
function wordMarker({ attributes, children }: HtmlElement): string {
  const isMarker = /mso-list:\s*ignore/i.test(attributes.style ?? '')
  return children
    .map((child) =>
      typeof child !== 'string' ? (isMarker ? textOf(child) : wordMarker(child)) : isMarker ? child : '',
    )
    .join('')
}

function textOf({ children }: HtmlElement): string {
  return children.map((child) => (typeof child === 'string' ? child : textOf(child))).join('')
}

/** Lists of one level in a row; deeper items belong to the one before. */
function listsOfWord(items: WordItem[]): List[] {
  const lists: List[] = []
  for (let at = 0; at < items.length; ) {
    const first = items[at]
    if (!first) break
    const entries: ListItem[] = []
    while (at < items.length) {
      const item = items[at]
      if (!item || item.level < first.level || (item.level === first.level && item.type !== first.type)) break
      if (item.level === first.level) {
        entries.push({ type: 'listItem', content: [item.content] })
        at++
      } else {
        const from = at
        while ((items[at]?.level ?? 0) > first.level) at++
        entries.at(-1)?.content.push(...listsOfWord(items.slice(from, at)))
      }
    }
    lists.push(listOf(first.type, entries))
  }
  return lists
}

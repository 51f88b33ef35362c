import type {
  ArticleDocument,
  Block,
  CalloutTone,
  EmbeddedVideo,
  Inline,
  List,
  ListItem,
  Mark,
} from './article.ts'
import { linkTarget } from './article.ts'

/** Elements of an article; the pen draws pictures, videos and callouts. */
export type ArticleTag =
  | 'p'
  | 'h2'
  | 'h3'
  | 'ul'
  | 'ol'
  | 'li'
  | 'blockquote'
  | 'strong'
  | 'em'
  | 'a'
  | 'br'
  | 'hr'

/** Draws an article: React on pages, text on the server. The pen must escape texts. */
export interface Pen<T> {
  element(
    tag: ArticleTag,
    attributes: { href?: string; start?: number },
    children: (T | string)[],
    key: number,
  ): T
  callout(tone: CalloutTone, children: (T | string)[], key: number): T
  picture(picture: { fileId: string; alt: string; caption: string }, key: number): T
  video(video: EmbeddedVideo['attrs'], key: number): T
}

/** Draws only what the schema knows, so that an unchecked document draws nothing foreign. */
export function drawDocument<T>(document: ArticleDocument, pen: Pen<T>): (T | string)[] {
  return drawn(document.content, (block, key) => drawBlock(block, pen, key))
}

function drawn<Part, T>(
  parts: readonly Part[] | undefined,
  draw: (part: Part, key: number) => T | null,
): T[] {
  return (parts ?? []).flatMap((part, key) => {
    const one = draw(part, key)
    return one === null ? [] : [one]
  })
}

function drawBlock<T>(block: Block | ListItem, pen: Pen<T>, key: number): T | null {
  switch (block.type) {
    case 'paragraph':
      return pen.element('p', {}, drawInlines(block.content, pen), key)
    case 'heading':
      return pen.element(block.attrs.level === 2 ? 'h2' : 'h3', {}, drawInlines(block.content, pen), key)
    case 'bulletList':
    case 'orderedList':
      return drawList(block, pen, key)
    case 'listItem':
      return pen.element(
        'li',
        {},
        drawn(block.content, (child, at) => drawBlock(child, pen, at)),
        key,
      )
    case 'blockquote':
      return pen.element(
        'blockquote',
        {},
        drawn(block.content, (child, at) => drawBlock(child, pen, at)),
        key,
      )
    case 'callout':
      return pen.callout(
        block.attrs.tone,
        drawn(block.content, (child, at) => drawBlock(child, pen, at)),
        key,
      )
    case 'picture':
      return pen.picture(block.attrs, key)
    case 'video':
      return pen.video(block.attrs, key)
    case 'horizontalRule':
      return pen.element('hr', {}, [], key)
    default:
      return null
  }
}

function drawList<T>(list: List, pen: Pen<T>, key: number): T {
  const items = drawn(list.content, (item, at) => drawBlock(item, pen, at))
  if (list.type === 'bulletList') return pen.element('ul', {}, items, key)
  const { start } = list.attrs
  return pen.element('ol', Number.isInteger(start) && start !== 1 ? { start } : {}, items, key)
}

function drawInlines<T>(inlines: Inline[] | undefined, pen: Pen<T>): (T | string)[] {
  return drawn<Inline, T | string>(inlines, (inline, key) => {
    if (inline.type === 'hardBreak') return pen.element('br', {}, [], key)
    if (inline.type !== 'text') return null
    return (inline.marks ?? []).reduceRight<T | string>(
      (inner, mark) => drawMark(mark, inner, pen, key),
      String(inline.text),
    )
  })
}

function drawMark<T>(mark: Mark, inner: T | string, pen: Pen<T>, key: number): T | string {
  if (mark.type === 'bold') return pen.element('strong', {}, [inner], key)
  if (mark.type === 'italic') return pen.element('em', {}, [inner], key)
  if (mark.type !== 'link') return inner
  const href = linkTarget(String(mark.attrs.href))
  return href === null ? inner : pen.element('a', { href }, [inner], key)
}

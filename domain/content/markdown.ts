/** Markdown as an article, for pasted text, imports and Carefold's examples. HTML tags stay text. */

import {
  type ArticleDocument,
  type Block,
  type CalloutTone,
  emptyDocument,
  type Inline,
  type List,
  linkTarget,
  type Mark,
  type Paragraph,
  storableText,
} from './article.ts'

const bullet = /^ {0,3}[-*+] +(.*)$/
const numbered = /^ {0,3}(\d{1,4})[.)] +(.*)$/
const quote = /^ {0,3}> ?(.*)$/
const heading = /^ {0,3}(#{1,6}) +(.*?) *#*$/
const rule = /^ {0,3}([-*_])( *\1){2,} *$/
const tone = /^\[!(note|tip|warning)\] *$/i

/**
 * Reads headings, paragraphs, lists of one level, quotes, `> [!tip]` callouts, rules, bold, italics and links. The
 * rest stays text.
 */
export function documentFromMarkdown(markdown: string): ArticleDocument {
  const lines = markdown.split(/\r\n?|\n/).map(storableText)
  const content: Block[] = []
  let at = 0
  const take = (pattern: RegExp, group: number): string[] => {
    const taken: string[] = []
    for (let found = pattern.exec(lines[at] ?? ''); found; found = pattern.exec(lines[at] ?? '')) {
      // `- - -` is a rule, not a list.
      if (rule.test(lines[at] ?? '')) break
      taken.push(found[group] ?? '')
      at++
      while (
        /^ {2,}\S/.test(lines[at] ?? '') &&
        !bullet.test(lines[at] ?? '') &&
        !numbered.test(lines[at] ?? '')
      )
        taken.push(`${taken.pop()} ${(lines[at++] ?? '').trim()}`)
    }
    return taken
  }
  while (at < lines.length) {
    const line = lines[at] ?? ''
    const title = heading.exec(line)
    if (line.trim() === '') at++
    else if (title) {
      content.push({
        type: 'heading',
        attrs: { level: (title[1] ?? '').length <= 2 ? 2 : 3 },
        ...inlinesOf(title[2] ?? ''),
      })
      at++
    } else if (rule.test(line)) {
      content.push({ type: 'horizontalRule' })
      at++
    } else if (bullet.test(line)) content.push(listOf('bulletList', take(bullet, 1)))
    else if (numbered.test(line)) {
      const start = Number(numbered.exec(line)?.[1])
      content.push(listOf('orderedList', take(numbered, 2), start))
    } else if (quote.test(line)) content.push(quoteOf(take(quote, 1)))
    else {
      const from = at
      while (at < lines.length && (at === from || continuesParagraph(lines[at] ?? ''))) at++
      content.push(paragraphOf(lines.slice(from, at)))
    }
  }
  return content.length === 0 ? emptyDocument : { type: 'doc', content }
}

function continuesParagraph(line: string): boolean {
  return line.trim() !== '' && ![heading, rule, bullet, numbered, quote].some((pattern) => pattern.test(line))
}

function paragraphOf(lines: string[]): Paragraph {
  return { type: 'paragraph', ...inlinesOf(lines.map((line) => line.trim()).join(' ')) }
}

function listOf(type: List['type'], items: string[], start = 1): List {
  const content = items.map((item) => ({ type: 'listItem' as const, content: [paragraphOf([item])] }))
  return type === 'bulletList' ? { type, content } : { type, attrs: { start }, content }
}

function quoteOf(lines: string[]): Block {
  const named = tone.exec(lines[0] ?? '')
  const text = named ? lines.slice(1) : lines
  const paragraphs = text
    .join('\n')
    .split(/\n\s*\n/)
    .filter((part) => part.trim() !== '')
    .map((part) => paragraphOf(part.split('\n')))
  const content = paragraphs.length === 0 ? [{ type: 'paragraph' as const }] : paragraphs
  if (!named) return { type: 'blockquote', content }
  return { type: 'callout', attrs: { tone: (named[1] ?? 'note').toLowerCase() as CalloutTone }, content }
}

// One alternative each for link, bold and italics; none matches the empty text or looks back.
const marked =
  /\[([^[\]\n]{1,500})\]\(([^()\s]{1,2000})\)|\*\*((?:[^*\n]|\*(?!\*)){1,2000})\*\*|\*([^*\s][^*\n]{0,2000})\*|_([^_\s][^_\n]{0,2000})_/g

function inlinesOf(text: string): { content?: Inline[] } {
  const content = markedText(text, [])
  return content.length === 0 ? {} : { content }
}

function markedText(text: string, marks: Mark[]): Inline[] {
  const parts: Inline[] = []
  const add = (piece: string) => {
    if (piece !== '') parts.push({ type: 'text', text: piece, ...(marks.length > 0 && { marks }) })
  }
  let last = 0
  for (const found of text.matchAll(marked)) {
    const [whole, label, target, bold, star, underline] = found
    const mark = markOf({ target, bold })
    // Within a word, an underscore is a letter.
    const isInWord = underline !== undefined && /\w/.test(text[found.index - 1] ?? '')
    if (!mark || isInWord || marks.some(({ type }) => type === mark.type)) continue
    add(text.slice(last, found.index))
    parts.push(...markedText(label ?? bold ?? star ?? underline ?? '', [...marks, mark]))
    last = found.index + whole.length
  }
  add(text.slice(last))
  return parts
}

function markOf({ target, bold }: { target: string | undefined; bold: string | undefined }): Mark | null {
  if (bold !== undefined) return { type: 'bold' }
  if (target === undefined) return { type: 'italic' }
  const href = linkTarget(target)
  return href === null ? null : { type: 'link', attrs: { href } }
}

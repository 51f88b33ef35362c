import { Parser } from 'htmlparser2'

export interface HtmlElement {
  name: string
  attributes: Record<string, string>
  children: (HtmlElement | string)[]
}

/** Their content is no text of the document. */
const skipped = new Set(
  'script style head title template noscript iframe object svg math select textarea xml audio video'.split(
    ' ',
  ),
)
/** Deeper elements become siblings, so that a walk of the tree does not exhaust the stack. */
const deepest = 100
/** The parser's time grows with the square of this number; programs open a few dozen. */
const mostOpen = 5_000

/**
 * Reads HTML as programs put it on the clipboard. Nothing in it runs or loads.
 * @returns an empty tree if more than 5,000 elements are open at once
 */
export function parseHtml(html: string): HtmlElement {
  const root: HtmlElement = { name: 'root', attributes: {}, children: [] }
  const open = [root]
  const top = () => open.at(-1) ?? root
  const parser = new Parser({
    onopentag(name, attributes) {
      const element = { name, attributes, children: [] }
      const isSkipped = skipped.has(name)
      if (!isSkipped) top().children.push(element)
      if (open.length > mostOpen) parser.pause()
      open.push(isSkipped || open.length < deepest ? element : top())
    },
    ontext: (text) => top().children.push(text),
    onclosetag: () => open.pop(),
  })
  parser.end(html)
  return open.length > mostOpen ? { ...root, children: [] } : root
}

/** A tolerant reader of HTML as programs put it on the clipboard. It runs and loads nothing. */

export interface HtmlElement {
  name: string
  attributes: Record<string, string>
  children: (HtmlElement | string)[]
}

const tagName = /(\/?)([a-z][a-z0-9:-]*)/iy
const attribute = /(?:^|[\s"'/])([a-z][a-z0-9:-]*)\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s"'>]+))/gi
const longestTag = 20_000

const withoutContent = new Set(['br', 'hr', 'img', 'input', 'link', 'meta', 'base', 'col', 'wbr'])
/** Their content is no text of the document. */
const skipped = new Set(
  'script style head title template noscript iframe object svg math select textarea xml audio video'.split(
    ' ',
  ),
)
/** An open paragraph ends where one of these begins. */
const endsParagraph = new Set(
  'p div h1 h2 h3 h4 h5 h6 ul ol blockquote hr pre table section article header footer'.split(' '),
)
const deepest = 100

export function parseHtml(html: string): HtmlElement {
  const root: HtmlElement = { name: 'root', attributes: {}, children: [] }
  const open = [root]
  const top = () => open.at(-1) ?? root
  const close = (name: string, within: readonly string[] = []) => {
    const at = open.findLastIndex((one) => one.name === name)
    if (at > 0 && at > open.findLastIndex((one) => within.includes(one.name))) open.length = at
  }
  let skipping: string | null = null
  for (const part of partsOf(html)) {
    if ('text' in part) {
      if (skipping === null && part.text !== '') top().children.push(decoded(part.text))
      continue
    }
    const { name, isEnd, rest } = part
    if (skipping !== null) {
      if (isEnd && name === skipping) skipping = null
    } else if (isEnd) close(name)
    else if (skipped.has(name)) {
      if (!rest.endsWith('/')) skipping = name
    } else {
      if (endsParagraph.has(name)) close('p', ['li', 'td', 'th'])
      if (name === 'li') close('li', ['ul', 'ol'])
      const element: HtmlElement = { name, attributes: attributesOf(rest), children: [] }
      top().children.push(element)
      if (!withoutContent.has(name) && open.length < deepest) open.push(element)
    }
  }
  return root
}

type Part = { text: string } | { name: string; isEnd: boolean; rest: string }

/** Linear in the length, also for text made to take long. */
function* partsOf(html: string): Generator<Part> {
  let last = 0
  for (let at = html.indexOf('<'); at >= 0; at = html.indexOf('<', Math.max(last, at + 1))) {
    tagName.lastIndex = at + 1
    const found = tagName.exec(html)
    const isDeclaration = html[at + 1] === '!' || html[at + 1] === '?'
    if (!found && !isDeclaration) continue
    yield { text: html.slice(last, at) }
    const end = found ? endOfTag(html, tagName.lastIndex) : endOfDeclaration(html, at)
    if (end < 0) return
    last = end + 1
    if (found) {
      const [whole, slash, name = ''] = found
      yield { name: name.toLowerCase(), isEnd: slash === '/', rest: html.slice(at + 1 + whole.length, end) }
    }
  }
  yield { text: html.slice(last) }
}

function endOfDeclaration(html: string, at: number): number {
  if (!html.startsWith('<!--', at)) return html.indexOf('>', at)
  const end = html.indexOf('-->', at + 4)
  return end < 0 ? -1 : end + 2
}

/** The `>` outside of quoted values; -1 without one. */
function endOfTag(html: string, from: number): number {
  const mark = /[>"']/g
  mark.lastIndex = from
  for (let found = mark.exec(html); found; found = mark.exec(html)) {
    const [quote] = found
    if (quote === '>') return found.index
    const isOpening = /=\s?$/.test(html.slice(Math.max(from, found.index - 2), found.index))
    if (!isOpening) continue
    const end = html.indexOf(quote, found.index + 1)
    if (end < 0) return -1
    mark.lastIndex = end + 1
  }
  return -1
}

function attributesOf(text: string): Record<string, string> {
  const found: Record<string, string> = {}
  if (text.length > longestTag) return found
  for (const [, name = '', double, single, bare] of text.matchAll(attribute))
    found[name.toLowerCase()] = decoded(double ?? single ?? bare ?? '')
  return found
}

const named: Record<string, string> = {
  amp: '&',
  lt: '<',
  gt: '>',
  quot: '"',
  apos: "'",
  ndash: '–',
  mdash: '—',
  lsquo: '‘',
  rsquo: '’',
  ldquo: '“',
  rdquo: '”',
  hellip: '…',
  bull: '•',
  euro: '€',
  trade: '™',
  oelig: 'œ',
  OElig: 'Œ',
  scaron: 'š',
  Scaron: 'Š',
}

/** From U+00A0 on, in the order of Unicode. */
const latin = (
  'nbsp iexcl cent pound curren yen brvbar sect uml copy ordf laquo not shy reg macr deg plusmn sup2 sup3 acute micro ' +
  'para middot cedil sup1 ordm raquo frac14 frac12 frac34 iquest Agrave Aacute Acirc Atilde Auml Aring AElig Ccedil ' +
  'Egrave Eacute Ecirc Euml Igrave Iacute Icirc Iuml ETH Ntilde Ograve Oacute Ocirc Otilde Ouml times Oslash Ugrave ' +
  'Uacute Ucirc Uuml Yacute THORN szlig agrave aacute acirc atilde auml aring aelig ccedil egrave eacute ecirc euml ' +
  'igrave iacute icirc iuml eth ntilde ograve oacute ocirc otilde ouml divide oslash ugrave uacute ucirc uuml yacute ' +
  'thorn yuml'
).split(' ')

function characterOf(name: string): string | undefined {
  const at = latin.indexOf(name)
  return at < 0 ? (named[name] ?? named[name.toLowerCase()]) : String.fromCharCode(0xa0 + at)
}

function decoded(text: string): string {
  return text.replace(
    /&(?:#(\d{1,7})|#x([0-9a-f]{1,6})|([a-z][a-z0-9]{1,7}));/gi,
    (whole, decimal, hex, name) => {
      if (name !== undefined) return characterOf(name) ?? whole
      const point = decimal === undefined ? Number.parseInt(hex, 16) : Number(decimal)
      return point > 0 && point <= 0x10ffff ? String.fromCodePoint(point) : ''
    },
  )
}

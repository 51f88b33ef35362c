import { DOMParser } from '@xmldom/xmldom'

export interface DrawingLimits {
  /** Counted once for every reference that draws them. */
  elements: number
  /** Nesting of elements, across references. */
  depth: number
  /** Nesting of drawings in data URLs. */
  drawings: number
}

export const drawingLimits: DrawingLimits = { elements: 50_000, depth: 200, drawings: 3 }

/** `ids` are the references of its value; empty for a value such as a color. */
interface Declaration {
  property: string
  ids: string[]
}

interface Rule {
  name: string | null
  id: string | null
  classes: string[]
  declarations: Declaration[]
}

const markers = ['marker-start', 'marker-mid', 'marker-end']
/** Inherited: each painted descendant draws the references. */
const inherited = ['fill', 'stroke', ...markers]
const painted = new Set('path rect circle ellipse line polyline polygon text tspan textPath tref'.split(' '))

class TooLarge extends Error {}

/**
 * Whether a renderer would visit more of an SVG than the limits allow. Counts references (`<use>`, patterns, masks, markers,
 * filters, data URLs and others) each time.
 * Stops at the limit, so its time does not depend on the expanded size. Ignores selectors and the cascade, so it may count
 * more than a renderer.
 */
export function isTooLargeADrawing(svg: string, limits = drawingLimits): boolean {
  try {
    walk(svg, limits, { left: limits.elements, drawings: 0 })
    return false
  } catch (error) {
    if (error instanceof TooLarge) return true
    throw error
  }
}

function walk(svg: string, limits: DrawingLimits, state: { left: number; drawings: number }): void {
  const count = (elements: number) => {
    state.left -= elements
    if (state.left < 0) throw new TooLarge()
  }
  // a renderer loads all elements, drawn or not; counted before parsing, which takes longer
  for (const _tag of svg.matchAll(/<[^/!?]/g)) count(1)
  const elements = elementsOf(svg)
  const byId = new Map<string, Element>()
  for (const element of elements) {
    const id = element.getAttribute('id')
    if (id && !byId.has(id)) byId.set(id, element)
  }
  const sheets = elements.filter(({ localName }) => localName === 'style')
  const rules = sheets.flatMap(({ textContent }) => rulesOf(styleSheet(textContent ?? '', 0)))
  const known = new Map<Element, Declaration[]>()
  const declarationsOf = (element: Element) => {
    const found = known.get(element) ?? [
      ...ownDeclarations(element),
      ...rules.filter(matcherOf(element)).flatMap(({ declarations }) => declarations),
    ]
    known.set(element, found)
    return found
  }

  /** A reference to an element being visited is a cycle, at which a renderer stops. */
  const open = new Set<Element>()
  const visit = (element: Element, above: ReadonlyMap<string, string[]>) => {
    if (open.has(element)) return
    count(1)
    if (open.size >= limits.depth) throw new TooLarge()
    open.add(element)
    const declarations = declarationsOf(element)
    const inForce = new Map(above)
    for (const { property } of declarations) if (inherited.includes(property)) inForce.delete(property)
    const drawn: string[] = []
    for (const { property, ids } of declarations) {
      if (inherited.includes(property)) inForce.set(property, [...(inForce.get(property) ?? []), ...ids])
      else drawn.push(...ids)
    }
    if (painted.has(element.localName)) {
      for (const [property, ids] of inForce) {
        // a marker is drawn at every point
        const times = ids.length > 0 && markers.includes(property) ? pointsOf(element, limits.elements) : 1
        for (let time = 0; time < times; time += 1) drawn.push(...ids)
      }
    }
    for (const reference of referencesOf(element)) {
      if (reference.startsWith('#')) drawn.push(reference.slice(1))
      else if (/^data:image\/svg/i.test(reference)) {
        if (state.drawings >= limits.drawings) throw new TooLarge()
        state.drawings += 1
        walk(dataOf(reference), limits, state)
        state.drawings -= 1
      }
    }
    for (const id of drawn) {
      const target = byId.get(id)
      if (target) visit(target, inForce)
    }
    for (const child of Array.from(element.childNodes)) {
      if (child.nodeType === 1) visit(child as Element, inForce)
    }
    open.delete(element)
  }
  const [root] = elements
  if (root) visit(root, new Map())
}

/** None for invalid XML, which a renderer refuses. */
function elementsOf(svg: string): Element[] {
  const ignore = () => {}
  const errorHandler = { warning: ignore, error: ignore, fatalError: ignore }
  try {
    const document = new DOMParser({ errorHandler }).parseFromString(svg, 'image/svg+xml')
    return document ? Array.from(document.getElementsByTagName('*')) : []
  } catch {
    return []
  }
}

function referencesOf(element: Element): string[] {
  // a link shows nothing of its target
  if (element.localName === 'a') return []
  return ['href', 'xlink:href'].flatMap((name) => element.getAttribute(name)?.trim() ?? [])
}

/** A lower bound for the points of an outline: each takes a number or a letter. */
function pointsOf(element: Element, most: number): number {
  const outline = `${element.getAttribute('d') ?? ''} ${element.getAttribute('points') ?? ''}`
  return Math.min(most, 4 + (outline.match(/[a-z]|\d+/gi)?.length ?? 0))
}

/** @throws TooLarge for a compressed drawing, whose size nothing limits */
function dataOf(url: string): string {
  const [head = '', ...rest] = url.split(',')
  const content = rest.join(',')
  const bytes = /;base64\s*$/i.test(head)
    ? Buffer.from(content, 'base64')
    : Buffer.from(
        content.replace(/%([0-9a-f]{2})/gi, (_, hex) => String.fromCharCode(Number.parseInt(hex, 16))),
        'latin1',
      )
  if (bytes[0] === 0x1f && bytes[1] === 0x8b) throw new TooLarge()
  return bytes.toString()
}

function ownDeclarations(element: Element): Declaration[] {
  return Array.from(element.attributes).flatMap(({ name, value }) =>
    name === 'style' ? declarationsIn(value) : declarationOf(name, value),
  )
}

function declarationsIn(style: string): Declaration[] {
  return style.split(';').flatMap((text) => {
    const [property = '', ...value] = text.split(':')
    return declarationOf(property.trim().toLowerCase(), value.join(':'))
  })
}

/** None if it has no references and overrides no inherited ones. */
function declarationOf(property: string, value: string): Declaration[] {
  const found = unescaped(value).matchAll(/url\(\s*["']?\s*#([^"')]+)/gi)
  const ids = Array.from(found, ([, id = '']) => id.trim())
  if (ids.length === 0 && !inherited.includes(property)) return []
  return property === 'marker' ? markers.map((marker) => ({ property: marker, ids })) : [{ property, ids }]
}

/** Without comments, including imports by data URL. */
function styleSheet(text: string, imports: number): string {
  const own = text.replace(/\/\*[\s\S]*?\*\//g, '')
  const imported = own.matchAll(/@import\s+(?:url\(\s*)?(?:"([^"]*)"|'([^']*)'|([^\s)"';]+))/gi)
  const others = Array.from(imported, ([, ...urls]) => urls.find((url) => url?.startsWith('data:')) ?? '')
  if (others.some(Boolean) && imports >= 3) throw new TooLarge()
  return [...others.map((url) => url && styleSheet(dataOf(url), imports + 1)), own].join('\n')
}

function rulesOf(sheet: string): Rule[] {
  return Array.from(sheet.matchAll(/([^{};]+)\{([^{}]*)\}/g)).flatMap(([, selectors = '', style = '']) => {
    const declarations = declarationsIn(style).filter(({ ids }) => ids.length > 0)
    if (declarations.length === 0) return []
    return selectors.split(',').map((selector) => ({ ...lastPartOf(selector), declarations }))
  })
}

/** Names that an element needs to match. Attributes, states and ancestors are assumed to match. */
function lastPartOf(selector: string): Omit<Rule, 'declarations'> {
  const plain = unescaped(selector.replace(/\[[^\]]*\]|::?[\w-]+(\([^)]*\))?/g, ''))
  const last =
    plain
      .trim()
      .split(/[\s>+~]+/)
      .at(-1) ?? ''
  return {
    name: /^[\w-]+/.exec(last)?.[0].toLowerCase() ?? null,
    id: /#([^.#]+)/.exec(last)?.[1] ?? null,
    classes: Array.from(last.matchAll(/\.([^.#]+)/g), ([, name = '']) => name),
  }
}

function matcherOf(element: Element): (rule: Rule) => boolean {
  const ownName = element.localName.toLowerCase()
  const ownId = element.getAttribute('id')
  const ownClasses = (element.getAttribute('class') ?? '').split(/\s+/)
  return ({ name, id, classes }) =>
    (name === null || name === ownName) &&
    (id === null || id === ownId) &&
    classes.every((each) => ownClasses.includes(each))
}

/** CSS escapes: `\75 rl` is `url`. */
function unescaped(css: string): string {
  return css.replace(/\\(?:([0-9a-f]{1,6})\s?|(.))/gi, (_, hex?: string, character?: string) =>
    hex ? String.fromCodePoint(Math.min(Number.parseInt(hex, 16), 0x10ffff)) : (character ?? ''),
  )
}

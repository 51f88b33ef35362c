/** The cost of a regular expression, or the construct for which it cannot be estimated. */
export type PatternCost = { unsupported: string } | { pieces: number }

const bound = /\{(\d+)(?:,(\d*))?\}/y
const bracket = /\[\^?\]?(?:\\.|\[[:.=].*?[:.=]\]|[^\]\\])*\]/sy
const comment = /\(\?#[^)]*\)/y
const options = /\(\?([a-z]+)\)/y

/**
 * Estimates what a pattern of `match` costs (docs/threats.md T24). Postgres writes a bounded repetition out: `(a{1,9}){1,9}`
 * becomes 81 pieces, so their product grows with the depth, and every optional piece is joined with every later one.
 * Back-references and look-arounds need backtracking.
 */
export function patternCost(pattern: string): PatternCost {
  if (changesSyntax(pattern)) return { unsupported: 'options that change the syntax' }
  const outer: number[] = []
  /** Pieces of the group so far, without the last one, which a repetition may follow. */
  let pieces = 0
  let last = 0
  const piece = (weight: number) => {
    pieces += last
    last = weight
  }
  for (let at = lengthOf(options, pattern, 0) ?? 0; at < pattern.length; ) {
    const character = pattern[at]
    const next = pattern[at + 1] ?? ''
    if (character === '\\') {
      if (/[1-9]/.test(next)) return { unsupported: 'back-references' }
      piece(1)
      at += 2
    } else if (character === '[') {
      piece(1)
      at += lengthOf(bracket, pattern, at) ?? 1
    } else if (character === '(') {
      const commentLength = lengthOf(comment, pattern, at)
      if (next === '?' && !commentLength && pattern[at + 2] !== ':') return { unsupported: 'look-arounds' }
      if (!commentLength) {
        outer.push(pieces + last)
        pieces = 0
        last = 0
      }
      at += commentLength ?? (next === '?' ? 3 : 1)
    } else if (character === ')' && outer.length > 0) {
      const inner = pieces + last
      pieces = outer.pop() ?? 0
      last = Math.max(inner, 1)
      at += 1
    } else if (character === '{') {
      bound.lastIndex = at
      const found = bound.exec(pattern)
      if (found) last *= Math.max(Number(found[1]), Number(found[2] || found[1]), 1)
      else piece(1)
      at += found?.[0].length ?? 1
    } else {
      if (!'*+?|'.includes(character ?? '')) piece(1)
      at += 1
    }
  }
  return { pieces: outer.reduce((sum, weight) => sum + weight, pieces + last) }
}

/** `***` directors, and options that select another syntax or allow blanks anywhere: bounds are written differently there. */
function changesSyntax(pattern: string): boolean {
  if (pattern.startsWith('***')) return true
  options.lastIndex = 0
  return /[^cimnpstw]/.test(options.exec(pattern)?.[1] ?? '')
}

function lengthOf(sticky: RegExp, text: string, at: number): number | undefined {
  sticky.lastIndex = at
  return sticky.exec(text)?.[0].length
}

/** The elements of an array literal of any dimensions, as `match(any).{a,"b,c"}` takes them. */
export function elementsOf(literal: string): string[] {
  const elements = literal.matchAll(/"((?:\\.|[^"\\])*)"|((?:\\.|[^,{}"\\])+)/gs)
  return [...elements].flatMap(([, inQuotes, plain]) => {
    const element = inQuotes ?? plain?.trim()
    return element ? [element.replace(/\\(.)/gs, '$1')] : []
  })
}

/** `unsupported` is a construct whose cost cannot be estimated. */
export type PatternCost = { unsupported: string } | { pieces: number }

const bound = /\{(\d+)(?:,(\d*))?\}/y
const bracket = /\[\^?\]?(?:\\.|\[[:.=].*?[:.=]\]|[^\]\\])*\]/sy
const comment = /\(\?#[^)]*\)/y
const options = /\(\?([a-z]+)\)/y

/**
 * Estimates the cost of a `match` pattern (docs/threats.md T24). Postgres expands `(a{1,9}){1,9}` to 81 pieces, and joins
 * every optional piece with every later one. Back-references and look-arounds need backtracking.
 */
export function patternCost(pattern: string): PatternCost {
  if (changesSyntax(pattern)) return { unsupported: 'options that change the syntax' }
  const outer: number[] = []
  /** Of the group so far, without the last piece, which a repetition may follow. */
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

/** `***` directors and options may select another syntax of bounds. */
function changesSyntax(pattern: string): boolean {
  if (pattern.startsWith('***')) return true
  options.lastIndex = 0
  return /[^cimnpstw]/.test(options.exec(pattern)?.[1] ?? '')
}

function lengthOf(sticky: RegExp, text: string, at: number): number | undefined {
  sticky.lastIndex = at
  return sticky.exec(text)?.[0].length
}

/** The elements of an array literal, as in `match(any).{a,"b,c"}`. */
export function elementsOf(literal: string): string[] {
  const elements = literal.matchAll(/"((?:\\.|[^"\\])*)"|((?:\\.|[^,{}"\\])+)/gs)
  return [...elements].flatMap(([, inQuotes, plain]) => {
    const element = inQuotes ?? plain?.trim()
    return element ? [element.replace(/\\(.)/gs, '$1')] : []
  })
}

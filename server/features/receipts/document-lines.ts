import type { Run } from './document-fonts.ts'

export interface Line {
  runs: Run[]
  width: number
}

/** Breaks runs into lines at spaces, and within a word only if the word is wider than a line. */
export function wrap(runs: readonly Run[], width: number, widthOf: (run: Run) => number): Line[] {
  const lines: Line[] = []
  let line: Line = { runs: [], width: 0 }
  const end = () => {
    lines.push(line)
    line = { runs: [], width: 0 }
  }
  for (const word of wordsOf(runs)) {
    const fits = line.width + sum(withoutTrailingSpace(word), widthOf) <= width
    if (!fits && line.runs.length > 0) end()
    for (const run of fits || sum(word, widthOf) <= width ? word : pieces(word)) {
      if (line.width + widthOf(run) > width && line.runs.length > 0 && run.text.trim() !== '') end()
      line.runs.push(run)
      line.width += widthOf(run)
    }
  }
  if (line.runs.length > 0 || lines.length === 0) lines.push(line)
  return lines
}

function wordsOf(runs: readonly Run[]): Run[][] {
  const words: Run[][] = [[]]
  for (const run of runs) {
    for (const text of run.text.match(/\s*\S+\s*|\s+/g) ?? []) {
      words.at(-1)?.push({ ...run, text })
      if (/\s$/.test(text)) words.push([])
    }
  }
  return words.filter((word) => word.length > 0)
}

function pieces(word: readonly Run[]): Run[] {
  const graphemes = new Intl.Segmenter('en', { granularity: 'grapheme' })
  return word.flatMap((run) =>
    [...graphemes.segment(run.text)].map(({ segment }) => ({ ...run, text: segment })),
  )
}

function withoutTrailingSpace(word: readonly Run[]): Run[] {
  return word.map((run, index) => (index === word.length - 1 ? { ...run, text: run.text.trimEnd() } : run))
}

function sum(runs: readonly Run[], widthOf: (run: Run) => number): number {
  return runs.reduce((total, run) => total + widthOf(run), 0)
}

const rightToLeft = /[\p{Script=Hebrew}\p{Script=Arabic}\p{Script=Syriac}\p{Script=Thaana}\p{Script=Nko}]/u
const mirrored: Record<string, string> = { '(': ')', ')': '(', '[': ']', ']': '[', '«': '»', '»': '«' }

type Direction = 'left' | 'right' | 'none'

function directionOf({ text }: Run): Direction {
  if (rightToLeft.test(text)) return 'right'
  return /[\p{L}\p{N}]/u.test(text) ? 'left' : 'none'
}

/**
 * The runs of a line from left to right as they are drawn. The line has the direction of its first letter; words of the
 * other direction are in their own order. Each run is already drawn in its own direction.
 */
export function inDrawnOrder(runs: readonly Run[]): Run[] {
  const directions = runs.map(directionOf)
  if (!directions.includes('right')) return [...runs]
  const base = directions.find((each) => each !== 'none') ?? 'left'
  const other = base === 'left' ? 'right' : 'left'
  const groups: { direction: Direction; runs: Run[] }[] = []
  let start = 0
  while (start < runs.length) {
    const direction = directions[start] === other ? other : base
    let end = start + 1
    // punctuation between two words has their direction, other punctuation the line's
    for (let at = end; at < runs.length && directions[at] !== (direction === base ? other : base); at += 1)
      if (direction === base || directions[at] === direction) end = at + 1
    groups.push({ direction, runs: runs.slice(start, end) })
    start = end
  }
  const drawn = groups.map((group) =>
    group.direction === 'right' ? group.runs.map(turned).reverse() : group.runs,
  )
  return (base === 'right' ? drawn.reverse() : drawn).flat()
}

/** Punctuation between words that are read from right to left. */
function turned(run: Run): Run {
  if (directionOf(run) !== 'none') return run
  return {
    ...run,
    text: [...run.text]
      .reverse()
      .map((each) => mirrored[each] ?? each)
      .join(''),
  }
}

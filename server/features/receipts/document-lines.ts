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

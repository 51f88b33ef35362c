import { execFileSync } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

/**
 * Writes the tables of docs/spec-coverage.md from comments like `// spec: A2 Every path leads to its page` above tests. The
 * part from "Rules beyond the specification" on is manual. Run: node scripts/checks/spec-coverage.ts
 */
export interface Promised {
  section: string
  promise: string
  file: string
  test: string
}

const root = fileURLToPath(new URL('../../', import.meta.url))
const document = `${root}docs/spec-coverage.md`
const handWritten = '## Rules beyond the specification'

const annotation = /^\s*\/\/ spec: ([AB]\d+(?:\.\d+)?) (\S.*)$/
const testCall = /^[ \t]*(?:await )?(?:it|test|describe)(?:\.\w+)*(?=[(<])/

/** The title of the test at the start of `source`: the first argument of the last call in `it.each(…)(…)`. */
export function titleOf(source: string): string | undefined {
  let at = testCall.exec(source)?.[0].length
  while (at !== undefined) {
    if (source[at] === '<') at = endOfBrackets(source, at)
    const title = /^\(\s*(['"`])((?:\\.|(?!\1)[^\\])*)\1/.exec(source.slice(at))
    const end = endOfBrackets(source, at)
    if (source[end] !== '(') return title?.[2]
    at = end
  }
  return undefined
}

/** @returns the position after the bracket that closes the one at `start`; brackets in strings do not count */
function endOfBrackets(source: string, start: number): number {
  const parts = /'(?:\\.|[^'\\\n])*'|"(?:\\.|[^"\\\n])*"|`(?:\\.|[^`\\])*`|\/\/.*|=>|[([{<]|[)\]}>]/g
  parts.lastIndex = start
  let depth = 0
  for (const { 0: part, index } of source.matchAll(parts)) {
    // a comparison or an arrow is no bracket, except in the types of `it.each<…>`
    if (source[start] !== '<' && /[<>]/.test(part)) continue
    if (/^[([{<]$/.test(part)) depth++
    if (/^[)\]}>]$/.test(part) && --depth === 0) return index + 1
  }
  return source.length
}

/** @throws for an annotation that no test follows */
export function promisesIn(file: string, source: string): Promised[] {
  const lines = source.split('\n')
  return lines.flatMap((line, at) => {
    if (!/^\s*\/\/ spec:/.test(line)) return []
    const [, section, promise] = annotation.exec(line) ?? []
    let next = at + 1
    while (annotation.test(lines[next] ?? '')) next++
    // a formatter moves a comment above a loop without braces
    if (/^\s*for \(.*\)$/.test(lines[next] ?? '')) next++
    const test = titleOf(lines.slice(next).join('\n'))
    if (!section || !promise || test === undefined)
      throw new Error(`${file}:${at + 1}: no test with a title follows "${line.trim()}"`)
    return [{ section, promise, file, test }]
  })
}

export function allPromises(): Promised[] {
  const tests = ['*.test.ts', '*.test.tsx', 'e2e/*.spec.ts']
  const files = execFileSync('git', ['ls-files', '-z', ...tests], { cwd: root, encoding: 'utf8' }).split('\0')
  return files
    .filter((file) => file && file !== 'scripts/checks/spec-coverage.test.ts')
    .flatMap((file) => promisesIn(file, readFileSync(root + file, 'utf8')))
}

/** @returns number and heading, in the order of docs/specification.md; B2 only introduces what follows */
export function specificationSections(): [string, string][] {
  const specification = readFileSync(`${root}docs/specification.md`, 'utf8')
  return [...specification.matchAll(/^####? ([AB]\d+(?:\.\d+)?)\. (.*)$/gm)]
    .map(([, section = '', heading = '']): [string, string] => [section, heading])
    .filter(([section]) => section !== 'B2')
}

export function coverageDocument(promises: Promised[], existing: string): string {
  const sections = specificationSections()
  const unknown = promises.filter(({ section }) => !sections.some(([known]) => known === section))
  if (unknown.length) throw new Error(`no such section: ${unknown.map(({ section }) => section).join(', ')}`)
  const cell = (text: string) => text.replaceAll('|', '\\|')
  const tables = sections.map(([section, heading]) =>
    [
      `## ${section}. ${heading}\n`,
      '| promise | test |',
      '| --- | --- |',
      ...promises
        .filter((promised) => promised.section === section)
        .map(({ promise, file, test }) => `| ${cell(promise)} | \`${file}\`: ${cell(test)} |`),
    ].join('\n'),
  )
  return [
    '# Specification coverage',
    'Promises of docs/specification.md and the tests that check them. `node scripts/checks/spec-coverage.ts` writes these tables from `// spec:` comments above the tests.',
    ...tables,
    existing.slice(existing.indexOf(handWritten)),
  ].join('\n\n')
}

if (import.meta.main) writeFileSync(document, coverageDocument(allPromises(), readFileSync(document, 'utf8')))

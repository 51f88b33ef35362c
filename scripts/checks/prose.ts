// Finds sentences that STYLE.md forbids. `node scripts/checks/prose.ts` prints the rate by area,
// `node scripts/checks/prose.ts PATH...` prints each hit of the files and folders named.
import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'

/** Words for which the field has a role or a verb; STYLE.md names the replacements. */
const forbidden =
  /\b(?:anew|alike|whoever|whom|whomever|somebody|nobody|anybody|everybody|told|tells|kept|keeps|hears|heard|stands|stood|whereof|thereof|wherever|of its own|by itself|on the way|in the house|of no use)\b/gi

/** A relative clause as the subject: "What fails is listed". A question may begin so. */
const clauseAsSubject = /^(?:What|Who|Whoever|Whose)\b/

/** Sentences that may use a forbidden word, each with its reason. */
const allowed: { path: RegExp; sentence: RegExp; reason: string }[] = []

export type Area = string
export const userTexts: Area = 'user texts and mails'
export type Hit = { path: string; line: number; words: string[]; sentence: string }
export type Measure = { words: number; hits: Hit[] }

const isProse = /\.(?:md|ts|tsx|sql|css)$/
const isGenerated =
  /generated|^package-lock\.json$|^docs\/spec-coverage\.md$|^scripts\/checks\/prose\.ts$|^bench\/RESULTS\.md$/
const isUserText = /^(?:domain\/texts|server\/emails)\/(?!.*\.test\.)/

/** True for a file whose strings are read by users: held to zero hits. */
export const holdsUserTexts = (path: string): boolean => isUserText.test(path)

/** The area a file is counted in: the top-level folder, or two levels of `server/` and `docs/`. */
export function areaOf(path: string): Area {
  const parts = path.split('/')
  if (parts.length === 1) return '(root)'
  return parts.slice(0, /^(?:server|docs)$/.test(parts[0] ?? '') && parts.length > 2 ? 2 : 1).join('/')
}

/** Reads the prose of tracked files: documents, comments, test names and user texts. */
export function proseFiles(): string[] {
  return execFileSync('git', ['ls-files'], { encoding: 'utf8' })
    .split('\n')
    .filter((path) => isProse.test(path) && !isGenerated.test(path))
}

/** Measures one file: its words of prose and its forbidden sentences, with the line where each begins. */
export function measure(path: string, content = readFileSync(path, 'utf8')): Measure {
  const hits: Hit[] = []
  let words = 0
  for (const block of blocksOf(path, content)) {
    words += block.text.split(/\s+/).filter((word) => /[a-z]/i.test(word)).length
    let offset = 0
    for (const sentence of block.text.split(/(?<=[.;:!?]["”)*]?)\s+/)) {
      const line = block.lines.findLast((start) => start.offset <= offset)?.line ?? 0
      offset += sentence.length + 1
      const found = [...(sentence.match(forbidden) ?? [])]
      if (clauseAsSubject.test(sentence) && !sentence.includes('?')) found.push(sentence.split(' ')[0] ?? '')
      if (found.length === 0) continue
      if (allowed.some((one) => one.path.test(path) && one.sentence.test(sentence))) continue
      hits.push({ path, line, words: found, sentence })
    }
  }
  return { words, hits }
}

/** Measures every area, and the texts and mails of users as an area of their own besides. */
export function measureAreas(): Map<Area, Measure> {
  const areas = new Map<Area, Measure>()
  for (const file of proseFiles()) {
    const { words, hits } = measure(file)
    for (const area of [areaOf(file), ...(holdsUserTexts(file) ? [userTexts] : [])]) {
      const sum = areas.get(area) ?? { words: 0, hits: [] }
      areas.set(area, { words: sum.words + words, hits: [...sum.hits, ...hits] })
    }
  }
  return areas
}

type Block = { text: string; lines: { offset: number; line: number }[] }

/** Joins lines of prose that belong together, so that a sentence broken over two lines is read as one. */
function blocksOf(path: string, content: string): Block[] {
  const blocks: Block[] = []
  let open: Block | undefined
  let isCode = false
  const close = () => {
    if (open) blocks.push(open)
    open = undefined
  }
  content.split('\n').forEach((text, index) => {
    if (path.endsWith('.md') && /^\s*```/.test(text)) isCode = !isCode
    const found = isCode ? undefined : proseOf(path, text)
    if (!found || found.ownBlock) close()
    if (!found) return
    open ??= { text: '', lines: [] }
    if (open.text) open.text += ' '
    open.lines.push({ offset: open.text.length, line: index + 1 })
    open.text += found.text
    if (found.ownBlock) close()
  })
  close()
  return blocks
}

/** The prose of one line, without code spans and addresses; `ownBlock` where the line does not continue the one before. */
function proseOf(path: string, line: string): { text: string; ownBlock: boolean } | undefined {
  const plain = (text: string) => text.replaceAll(/`[^`]*`/g, '…').trim()
  if (path.endsWith('.md')) {
    if (line.trim() === '') return undefined
    const isItem = /^\s*(?:[-*#>|]|\d+\.)/.test(line)
    const text = plain(line.replaceAll(/\]\([^)]*\)/g, ']')).replace(/^\s*(?:[-*#>|]+|\d+\.)\s*/, '')
    return { text: text.replaceAll('**', ''), ownBlock: isItem }
  }
  const comment = /(?:^|\s)(?:\/\/|\/\*\*?|\*|--)\s(.*)$/.exec(line)?.[1]
  if (comment !== undefined)
    return { text: plain(comment.replace(/\s*\*\/$/, '')), ownBlock: !/^\s*(?:\/\/|\/?\*|--)/.test(line) }
  if (/^\s*(?:it|test|describe)(?:\.\w+)*\(/.test(line))
    return { text: /['"`](.*)['"`]/.exec(line)?.[1] ?? '', ownBlock: true }
  if (!holdsUserTexts(path)) return undefined
  const strings = [...line.matchAll(/'((?:[^'\\]|\\.)*)'|"((?:[^"\\]|\\.)*)"|`([^`]*)`/g)]
  const text = strings
    .map((match) => match[1] ?? match[2] ?? match[3] ?? '')
    .filter((one) => one.includes(' '))
    .join(' … ')
  return text ? { text, ownBlock: true } : undefined
}

if (process.argv[1]?.endsWith('prose.ts')) {
  const paths = process.argv.slice(2)
  process.stdout.write(`${(paths.length > 0 ? hitsUnder(paths) : ratesByArea()).join('\n')}\n`)
}

function hitsUnder(paths: string[]): string[] {
  return proseFiles()
    .filter((file) => paths.some((path) => file.startsWith(path)))
    .flatMap((file) => measure(file).hits)
    .map((hit) => `${hit.path}:${hit.line}: [${hit.words.join(', ')}] ${hit.sentence}`)
}

function ratesByArea(): string[] {
  return [...measureAreas()]
    .sort((a, b) => b[1].hits.length - a[1].hits.length)
    .map(([area, { words, hits }]) => {
      const rate = ((hits.length / Math.max(words, 1)) * 1000).toFixed(1)
      return `${rate.padStart(6)}  ${String(hits.length).padStart(5)} in ${String(words).padStart(6)} words  ${area}`
    })
}

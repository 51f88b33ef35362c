import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join, matchesGlob, relative } from 'node:path'
import { fileURLToPath } from 'node:url'

/**
 * Checks citations in comments, tests, SQL and documents: sections and rows of documents, decisions, and files. STYLE.md
 * "Citations" defines the form.
 */
export interface BrokenCitation {
  file: string
  cites: string
  reason: string
}

const root = fileURLToPath(new URL('../../', import.meta.url))
const folders = [
  'bench',
  'conformance',
  'db',
  'deploy',
  'docs',
  'domain',
  'e2e',
  'sandbox',
  'scripts',
  'server',
  'testing',
  'web',
]
const unread = /^scripts\/checks\/citations(\.test)?\.ts$/

const anchor = '(?:(?:rule|choice|goal|complaint|invariant) )?(?:[A-Z]\\d+|\\d+)(?:\\.\\d+)*(?![\\w.]*\\w)'
const citation = new RegExp(`\\b(docs/[\\w/-]+\\.md)(?: (${anchor}(?:, ${anchor})*))?`, 'g')
const headingCitation = /\b((?:docs\/[\w/-]+|[A-Z]+)\.md) "([^"]+)"/g
const decision = /\bdocs\/decisions\/(\d{4})(?![\w-])/g

/** Wrong forms, with their replacements. */
const wrongForms: [RegExp, string][] = [
  [/(?<![\w/-])(?:auth-contract|data-api-contract)\.md/g, 'docs/contracts/'],
  [
    /(?<![\w/-]|\]\()(?:architecture|style|stack|domain-rules|look|payments|performance|reliability|threats)\.md/g,
    'a path from the root',
  ],
  [/\b[Ss]eed [12]\b/g, 'docs/specification.md'],
  [/(?:\/work|\.\.)\/shared\/[\w/.-]*/g, 'a document of this repository'],
  [/(?<!\]\()docs\/decisions\/\d{4}-[\w-]+/g, 'docs/decisions/NNNN'],
  [/\b[Dd]ecision \d+/g, 'docs/decisions/NNNN'],
]

/** Only for a document's own rows and sections. */
const shortForm = /\((?:section (\d+(?:\.\d+)*)|([DFT]\d+|rule \d+))\)/g

/**
 * The citable anchors of a document: numbers of headings (`3.1`, `B2.6`), of marked rows (`D8`, `T19`), and numbers of rows
 * below a heading that names their kind (`rule 12` below "Rules").
 */
export function anchorsOf(document: string): Set<string> {
  const anchors = new Set<string>()
  let kind: string | undefined
  for (const line of document.split('\n')) {
    const [, level = '', title = ''] = /^(#+) (.*)$/.exec(line) ?? []
    if (title) {
      if (level.length === 2)
        kind = /\b(rule|choice|goal|complaint|invariant)s\b/.exec(title.toLowerCase())?.[1]
      const number = /^([A-Z]?\d+(?:\.\d+)*)\. /.exec(title)?.[1]
      if (number) anchors.add(number)
      anchors.add(`"${title.replace(/^[A-Z]?\d+(?:\.\d+)*\. /, '')}"`)
    }
    const [, row] = /^(?:\| )?\**([A-Z]?\d+)\**(?:\. | \|)/.exec(line) ?? []
    if (row) anchors.add(/^\d/.test(row) ? `${kind} ${row}` : row)
  }
  return anchors
}

/** @param file the text's path from the root */
export function brokenCitations(file: string, text: string): BrokenCitation[] {
  const broken: BrokenCitation[] = []
  const report = (cites: string, reason: string) => broken.push({ file, cites, reason })
  const flat = text.replace(/\s*\n\s*(?:\*(?!\/)|--|\/\/)?\s*/g, ' ')

  for (const [, path = '', anchors] of flat.matchAll(citation)) {
    if (!existsSync(join(root, path))) report(path, 'no such document')
    else
      for (const cited of anchors?.split(', ') ?? [])
        if (!knownAnchors(path).has(cited)) report(`${path} ${cited}`, 'no such section or row')
  }
  for (const [, path = '', title] of flat.matchAll(headingCitation)) {
    if (existsSync(join(root, path)) && !knownAnchors(path).has(`"${title}"`))
      report(`${path} "${title}"`, 'no such heading')
  }
  for (const [cites, number = ''] of flat.matchAll(decision)) {
    if (!decisions().some((name) => name.startsWith(`${number}-`))) report(cites, 'no such decision')
  }
  for (const [form, instead] of wrongForms) {
    for (const [cites] of flat.matchAll(form)) report(cites, `cite ${instead}`)
  }
  for (const [cites, section, row] of flat.matchAll(shortForm)) {
    const isOwn = file.startsWith('docs/') && knownAnchors(file).has(section ?? row ?? '')
    if (!isOwn) report(cites, 'cite it with its document')
  }
  return broken
}

/**
 * Missing files that a document names in code quotes or links. Expands braces and stars; `NAME` and `<name>` match anything.
 * A file named "with its test" must have one beside it. A superseded decision names the files of its time.
 */
export function missingFiles(file: string, text: string): BrokenCitation[] {
  if (/^Superseded by docs\/decisions\/\d{4}/m.test(text)) return []
  const quoted = [...text.matchAll(/`([^`\n]+)`/g)].map(([, path = '']) => path)
  const paths = quoted.filter((path) => new RegExp(`^(?:${folders.join('|')})/[\\w.*{},/-]*$`).test(path))
  const tests = [...text.matchAll(/`([\w/.-]+)\.(tsx?)`\)? with its test/g)].map(
    ([, path, extension]) => `${path}.test.${extension}`,
  )
  const links = [...text.matchAll(/\]\((?!\w+:|#)([^)\s#]+)/g)].map(([, path = '']) => join(file, '..', path))
  return (
    [...paths, ...tests, ...links]
      // an operator creates deploy/env
      .filter((path) => !/\bNAME\b|docs\/decisions\/\d{4}$|^deploy\/env$/.test(path))
      .flatMap(expandBraces)
      .filter((path) => !exists(path))
      .map((cites) => ({ file, cites, reason: 'no such file' }))
  )
}

export function findBrokenCitations(): BrokenCitation[] {
  return repositoryFiles()
    .filter((file) => !unread.test(file) && /\.(?:tsx?|sql|css|md)$/.test(file))
    .flatMap((file) => {
      const text = readFileSync(join(root, file), 'utf8')
      return [...brokenCitations(file, text), ...(file.endsWith('.md') ? missingFiles(file, text) : [])]
    })
}

const anchorsByPath = new Map<string, Set<string>>()

function knownAnchors(path: string): Set<string> {
  const known = anchorsByPath.get(path) ?? anchorsOf(readFileSync(join(root, path), 'utf8'))
  anchorsByPath.set(path, known)
  return known
}

function decisions(): string[] {
  return readdirSync(join(root, 'docs/decisions'))
}

let files: string[] | undefined

function repositoryFiles(): string[] {
  files ??= [
    ...readdirSync(root).filter((name) => name.endsWith('.md')),
    ...folders.flatMap((folder) =>
      readdirSync(join(root, folder), { recursive: true, withFileTypes: true })
        .filter((entry) => entry.isFile())
        .map((entry) => relative(root, join(entry.parentPath, entry.name))),
    ),
  ]
  return files
}

function exists(path: string): boolean {
  return path.includes('*')
    ? repositoryFiles().some((file) => matchesGlob(file, path))
    : existsSync(join(root, path))
}

function expandBraces(path: string): string[] {
  const [, before = '', inner = '', after = ''] = /^([^{]*)\{([^}]*)\}(.*)$/.exec(path) ?? []
  return inner ? inner.split(',').flatMap((part) => expandBraces(before + part + after)) : [path]
}

import { execFileSync, spawnSync } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { describe, expect, it } from 'vitest'

const root = fileURLToPath(new URL('../../', import.meta.url))

const firstChecked = '6b5dd95f0228acf80d01c9f1a2952c3a86b00603'

const longestTitle = 72
const area = '[a-z0-9][a-z0-9-]*(?:/[a-z0-9-]+)*'
const form = new RegExp(`^${area}(?:, ${area})*: ([a-z][a-z-]*)(?: |$)`)
/** Endings of `added`, `adding` and `adds`, which these verbs have in the imperative. */
const inflected = /(?:ed|ing|[^su]s)$/
const imperatives = new Set([
  'bring',
  'embed',
  'exceed',
  'feed',
  'need',
  'ping',
  'proceed',
  'seed',
  'shed',
  'speed',
])
const noVerb = /^(?:a|an|the|this|that|these|what|when|where|who|which|no|new|every|each|all)$/

/** The violated rules of STYLE.md "Commits". */
function problems(message: string): string[] {
  const [title = '', ...rest] = message.trim().split('\n')
  const [, verb] = form.exec(title) ?? []
  return [
    ...(title.length > longestTitle ? [`has ${title.length} characters: at most ${longestTitle}`] : []),
    ...(verb === undefined ? ['is not "area: imperative summary"'] : []),
    ...(verb && ((inflected.test(verb) && !imperatives.has(verb)) || noVerb.test(verb))
      ? [`"${verb}" is not an imperative`]
      : []),
    ...(rest.join('').trim() ? [] : ['has no body that says why']),
  ]
}

const git = (...args: string[]) => spawnSync('git', args, { cwd: root, encoding: 'utf8' })

/** The last tag, else the first commit under these rules; null: a clone without either. */
function start(): string | null {
  const tag = git('describe', '--tags', '--abbrev=0')
  if (tag.status === 0) return tag.stdout.trim()
  return git('merge-base', '--is-ancestor', firstChecked, 'HEAD').status === 0 ? firstChecked : null
}

it('every commit since the last tag has a title in the imperative and a body', () => {
  const since = start()
  if (!since) return
  const log = execFileSync('git', ['log', '--no-merges', '-z', '--format=%h %B', `${since}..HEAD`], {
    cwd: root,
    encoding: 'utf8',
  })
  const broken = log
    .split('\0')
    .filter(Boolean)
    .map((entry) => ({
      hash: entry.slice(0, entry.indexOf(' ')),
      message: entry.slice(entry.indexOf(' ') + 1),
    }))
    .map(({ hash, message }) => ({
      commit: `${hash} ${message.split('\n')[0]}`,
      problems: problems(message),
    }))
    .filter((commit) => commit.problems.length > 0)
  expect(broken).toEqual([])
})

describe('a commit message', () => {
  it.each([
    'http: parse token, address and host once',
    'clinic-tier: embed the fee',
    'server/auth: pass the clock',
    'web, e2e: drop comments that name the component',
    'e2e: focus the first field',
    'docs: bring decisions within their limit',
  ])('may begin %s', (title) => {
    expect(problems(`${title}\n\nThe reason.`)).toEqual([])
  })

  it.each([
    ["A request's token is parsed once", 'is not "area: imperative summary"'],
    ['docs: Shorten the decision', 'is not "area: imperative summary"'],
    ['docs: shortened the decision', '"shortened" is not an imperative'],
    ['docs: shortens the decision', '"shortens" is not an imperative'],
    ['docs: shortening decisions', '"shortening" is not an imperative'],
    ['docs: the shorter decision', '"the" is not an imperative'],
    [`docs: ${'shorten '.repeat(10)}`.trim(), 'has 85 characters: at most 72'],
  ])('may not begin %s', (title, problem) => {
    expect(problems(`${title}\n\nThe reason.`)).toEqual([problem])
  })

  it('needs a body', () => {
    expect(problems('docs: shorten the decision\n')).toEqual(['has no body that says why'])
  })
})

import { readdirSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'

const root = fileURLToPath(new URL('../', import.meta.url))
const folders = 'bench conformance db domain e2e sandbox scripts server testing web'.split(' ')
const isTest = (file: string) => /\.(test|spec)\.tsx?$|\/tests\//.test(file)

/** Taken by name from outside: by the type check, or by packages whose imports vite.config.ts leads elsewhere. */
const takenElsewhere = [
  'server/declared-actions.ts DifferingActions',
  'web/lib/style-singleton.ts styleSingleton',
]

test('what a file of the product exports is used, and not by a test alone', () => {
  const files = [
    'vite.config.ts',
    ...folders.flatMap((folder) =>
      readdirSync(`${root}${folder}`, { recursive: true, encoding: 'utf8' })
        .filter((file) => /\.tsx?$/.test(file) && !file.includes('generated'))
        .map((file) => `${folder}/${file.replaceAll('\\', '/')}`),
    ),
  ].map((path) => ({ path, text: readFileSync(`${root}${path}`, 'utf8') }))
  /** How often a word stands in all files that are no tests. */
  const inAll = new Map<string, number>()
  const wordsOf = (text: string) => text.match(/[\w$]+/g) ?? []
  for (const { path, text } of files)
    if (!isTest(path)) for (const word of wordsOf(text)) inAll.set(word, (inAll.get(word) ?? 0) + 1)
  const declaration = /^export (?:async )?(?:const|let|function\*?|class|interface|type) ([A-Za-z_$][\w$]*)/gm
  const dead = files
    .filter(({ path }) => /^(domain|server|web)\//.test(path) && !isTest(path))
    .flatMap(({ path, text }) =>
      [...text.matchAll(declaration)]
        .map(([, name = '']) => name)
        .filter((name) => inAll.get(name) === 1)
        .map((name) => `${path} ${name}`),
    )
  expect(dead.filter((each) => !takenElsewhere.includes(each))).toEqual([])
})

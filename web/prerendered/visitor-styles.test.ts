// visitor.css has the classes of exactly the files that it lists: a file that is missing there loses its look.
import { globSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'

const folder = fileURLToPath(new URL('.', import.meta.url))
const web = join(folder, '..')
const patterns = [...readFileSync(join(folder, 'visitor.css'), 'utf8').matchAll(/^@source "([^"]+)";/gm)].map(
  ([, pattern = '']) => pattern,
)
const listed = new Set(
  patterns.flatMap((pattern) => globSync(pattern, { cwd: folder })).map((file) => join(folder, file)),
)

/** The components that the prerendered pages and their scripts import, directly or not. */
function componentsFrom(file: string, seen = new Set<string>()): Set<string> {
  if (seen.has(file)) return seen
  seen.add(file)
  for (const [, from = ''] of readFileSync(file, 'utf8').matchAll(/from '((?:#web|\.\.?)\/[^']+\.tsx)'/g))
    componentsFrom(
      from.startsWith('#web') ? join(web, from.slice('#web/'.length)) : join(dirname(file), from),
      seen,
    )
  return seen
}

test('each listed pattern matches a file', () => {
  expect(patterns.length).toBeGreaterThan(5)
  expect(
    patterns.filter((pattern) => globSync(pattern.replace(/\{.*\}/, '*'), { cwd: folder }).length === 0),
  ).toEqual([])
  const named = patterns.flatMap((pattern) => {
    const [, before = '', names = '', after = ''] = /^(.*)\{(.*)\}(.*)$/.exec(pattern) ?? []
    return names.split(',').map((name) => `${before}${name}${after}`)
  })
  expect(named.filter((file) => file !== '' && globSync(file, { cwd: folder }).length === 0)).toEqual([])
})

test('each component with classes on a prerendered page is listed', () => {
  const components = [
    ...componentsFrom(join(folder, 'pages.tsx')),
    ...componentsFrom(join(folder, 'moving.tsx')),
  ]
  expect(components.length).toBeGreaterThan(30)
  const missing = components.filter(
    (file) => !listed.has(file) && /className=|cn\('/.test(readFileSync(file, 'utf8')),
  )
  expect(missing.map((file) => file.slice(web.length + 1))).toEqual([])
})

// Every page of the router is opened with hostile texts (docs/threats.md T11), or has a reason for showing none.
import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

const read = (file: string) => readFileSync(new URL(`../../${file}`, import.meta.url), 'utf8')
const source = read('e2e/support/stored-text-pages.ts')
const keysOf = (name: string) => {
  const [, entries = ''] =
    new RegExp(`const ${name}: [\\s\\S]*? = {\\n([\\s\\S]*?)\\n}\\n`).exec(source) ?? []
  return [...entries.matchAll(/^ {2}(\w+): /gm)].map(([, key = '']) => key)
}
const router = read('web/router.tsx')
const pages = new Set(
  [...router.matchAll(/path: (?:paths\.(\w+)|(\w+Path)\()/g)].map(([, path, make]) => path ?? make ?? ''),
)

test.each(['withoutStoredText', 'aboutRow'])('%s lists pages of the router', (name) => {
  expect(keysOf(name).length).toBeGreaterThan(5)
  expect(keysOf(name).filter((key) => !pages.has(key))).toEqual([])
})

test('a page is listed once', () => {
  expect(keysOf('aboutRow').filter((key) => keysOf('withoutStoredText').includes(key))).toEqual([])
  expect(pages.size).toBeGreaterThan(50)
})

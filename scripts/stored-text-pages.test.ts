// Every page of the router is opened with hostile texts, or says why it shows none (docs/threats.md T11).
import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

const read = (file: string) => readFileSync(new URL(`../${file}`, import.meta.url), 'utf8')
// the file itself is of Playwright
const source = read('e2e/support/stored-text-pages.ts')
const [opened = '', without = ''] = source.split('export const withoutStoredText')

const names = new Set(
  [...read('web/router.tsx').matchAll(/path: (?:paths\.(\w+)|(\w+Path)\()/g)].map(
    ([, path, make]) => path ?? make ?? '',
  ),
)

test.each([...names])('%s', (name) => {
  const isOpened = new RegExp(`^  ${name}: \\{`, 'm').test(opened)
  const isLeftOut = new RegExp(`(^  |')${name}(: |')`, 'm').test(without)
  expect([isOpened, isLeftOut]).toContain(true)
  expect(isOpened && isLeftOut).toBe(false)
})

test('the router has pages at all', () => {
  expect(names.size).toBeGreaterThan(50)
})

import { readdirSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { expect, it } from 'vitest'

const folder = fileURLToPath(new URL('../../docs/decisions/', import.meta.url))
const decisions = readdirSync(folder).map((name) => ({ name, text: readFileSync(folder + name, 'utf8') }))

it('each decision has at most 400 words', () => {
  const long = decisions.filter(({ text }) => text.trim().split(/\s+/).length > 400)
  expect(long.map(({ name }) => name)).toEqual([])
})

it('each decision has context, decision and consequences, in this order, or names its successor', () => {
  const unordered = decisions.filter(
    ({ text }) =>
      !/\n\*\*Context\.\*\*.*\n\*\*Decision\.\*\*.*\n\*\*Consequences\.\*\*/s.test(text) &&
      !/\nSuperseded by docs\/decisions\/\d{4}\./.test(text),
  )
  expect(unordered.map(({ name }) => name)).toEqual([])
})

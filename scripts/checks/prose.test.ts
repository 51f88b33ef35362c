import { expect, it } from 'vitest'
import { measure, measureAreas, userTexts } from './prose.ts'

const areas = measureAreas()

it('no text or mail of users has a sentence that STYLE.md forbids', () => {
  expect(
    areas.get(userTexts)?.hits.map(({ path, line, words }) => `${path}:${line} ${words.join(', ')}`),
  ).toEqual([])
})

it.each([...areas.keys()])('%s has at most three forbidden sentences per 1,000 words', (area) => {
  const { words, hits } = areas.get(area) ?? { words: 0, hits: [] }
  const most = Math.max(1, Math.floor((words * 3) / 1000))
  expect(
    hits.length,
    hits.map(({ path, line, sentence }) => `${path}:${line} ${sentence}`).join('\n'),
  ).toBeLessThanOrEqual(most)
})

const hitsOf = (path: string, content: string) =>
  measure(path, content).hits.map(({ line, words }) => [line, ...words])

it('finds forbidden words in comments, documents, test names and user texts', () => {
  expect(hitsOf('server/a.ts', "// Somebody\nconst told = 'nobody'")).toEqual([[1, 'Somebody']])
  expect(hitsOf('notes/a.md', 'Text.\n\n* It is kept, `told` or not.\n```\nnobody\n```')).toEqual([
    [3, 'kept'],
  ])
  expect(hitsOf('server/a.test.ts', "it('tells the patient', () => {})")).toEqual([[1, 'tells']])
  expect(hitsOf('domain/texts/a.ts', "  title: 'Nobody is here',\n  key: 'nobody',")).toEqual([[1, 'Nobody']])
})

it('reads a sentence that continues on the next line as one', () => {
  expect(hitsOf('server/a.ts', '/**\n * A row ends the list. What is\n * left stays.\n */')).toEqual([
    [2, 'What'],
  ])
  expect(hitsOf('server/a.ts', '// Is this read by\n// What else?')).toEqual([])
})

it('allows a question to begin with its pronoun', () => {
  expect(hitsOf('notes/a.md', 'Who may refund? Admins.')).toEqual([])
})

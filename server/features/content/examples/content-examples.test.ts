import { expect, it } from 'vitest'
import { missingIn } from '#domain/content/body.ts'
import { type ContentExample, createContentInput } from '#domain/content/content.ts'
import { articleDocument } from '#domain/content/document.ts'
import { setUpClinic } from '#testing/set-up.ts'
import { aStaffMember } from '#testing/sign-in/people.ts'
import { contentExamples } from './content-examples.ts'
import { copyContentExamples } from './copy-content-examples.ts'
import { examples } from './examples.ts'

const { test, clinic } = await setUpClinic()

const list = async () => {
  const viewer = await aStaffMember(test.db, clinic, { isReadOnly: true })
  const answer = await contentExamples.call(test.services, viewer.caller(), {})
  return (answer as { examples: ContentExample[] }).examples
}

it('covers the Learning Center’s six categories, with complete articles', () => {
  expect([...new Set(examples.map(({ category }) => category))].sort()).toEqual([
    'Exercise',
    'Medications',
    'Mental Health',
    'Nutrition',
    'Pain Management',
    'Wellness',
  ])
  expect(new Set(examples.map(({ key }) => key)).size).toBe(examples.length)
  for (const { document, title, category, description, readMinutes } of examples) {
    expect(articleDocument.parse(document)).toEqual(document)
    expect(missingIn({ type: 'article', document })).toEqual([])
    expect(createContentInput.safeParse({ title, category, description, type: 'article' }).success).toBe(true)
    expect(readMinutes).toBeGreaterThan(0)
  }
})

it('marks the examples that the clinic has copied, and returns no text', async () => {
  await copyContentExamples.call(test.services, clinic.admin.caller(), { keys: ['balanced-plate'] })
  const found = await list()
  expect(found).toHaveLength(examples.length)
  expect(found.filter(({ isCopied }) => isCopied).map(({ key }) => key)).toEqual(['balanced-plate'])
  expect(JSON.stringify(found)).not.toContain('whole grains')
})

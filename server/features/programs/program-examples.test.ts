import { expect, it } from 'vitest'
import { plainText } from '#domain/content/article.ts'
import { startCategories } from '#domain/content/content.ts'
import { documentFromMarkdown } from '#domain/content/markdown.ts'
import { programEmojis } from '#domain/programs/programs.ts'
import { examplePrograms } from './example-programs.ts'

// spec: B3 The sample programs are seven with four sessions each
it('are the specification’s seven, with four sessions each and content in each', () => {
  expect(examplePrograms.map(({ title }) => title)).toEqual([
    'Balanced Diet Foundations',
    'Fitness Fundamentals',
    'Sustainable Weight Management',
    'Stress Reduction Techniques',
    'Alcohol Moderation Strategies',
    'Sleep Optimization',
    'Effective Goal Achievement',
  ])
  for (const { sessions, emoji, category } of examplePrograms) {
    expect(sessions).toHaveLength(4)
    expect(programEmojis).toContain(emoji)
    expect(startCategories).toContain(category)
    for (const { text, description } of sessions) {
      expect(plainText(documentFromMarkdown(text)).length).toBeGreaterThan(250)
      expect(description.length).toBeLessThan(120)
    }
  }
})

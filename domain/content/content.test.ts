import { expect, it } from 'vitest'
import { contentInsights, createContentInput, isCategory, startCategories } from './content.ts'

const draft = { title: ' Sleeping well ', type: 'article', category: 'Wellness', description: '' }

it('a draft has a title, a type and a category', () => {
  expect(createContentInput.parse(draft)).toEqual({ ...draft, title: 'Sleeping well' })
  const problem = (change: object) =>
    createContentInput.safeParse({ ...draft, ...change }).error?.issues[0]?.message
  expect(problem({ title: ' ' })).toBe('Please enter a title.')
  expect(problem({ title: 'x'.repeat(121) })).toBe('A title may have at most 120 characters.')
  expect(problem({ category: '' })).toBe('Please choose a category.')
  expect(problem({ description: 'x'.repeat(301) })).toBe('A description may have at most 300 characters.')
  expect(createContentInput.safeParse({ ...draft, type: 'slideshow' }).success).toBe(false)
})

// spec: B3 Content has the specified categories
it('accepts the specification’s categories and the clinic’s', () => {
  expect(startCategories).toEqual([
    'Pain Management',
    'Nutrition',
    'Physical Therapy',
    'Recovery',
    'Mental Health',
    'Anatomy',
    'Exercise',
    'Wellness',
    'Medications',
  ])
  expect(isCategory('Anatomy', [])).toBe(true)
  expect(isCategory('Pregnancy', [])).toBe(false)
  expect(isCategory('Pregnancy', ['Pregnancy'])).toBe(true)
})

// spec: B2.13 Content Insights count by category and type and name the most viewed
it('counts content by type and category, and names the most viewed', () => {
  const item = (type: string, category: string, views: number) => ({ type, category, views })
  const items = [
    item('article', 'Nutrition', 3),
    item('article', 'Wellness', 8),
    item('video', 'Wellness', 0),
    item('pdf', 'Wellness', 8),
  ]
  expect(contentInsights(items)).toEqual({
    total: 4,
    categories: 2,
    mostViewed: items[1],
    distribution: { articles: 2, videos: 1, other: 1 },
  })
  expect(contentInsights([item('article', 'Nutrition', 0)]).mostViewed).toBeNull()
})

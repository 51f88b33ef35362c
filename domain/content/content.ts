/** docs/specification.md B2.13, B3, B4. */

import * as z from 'zod/mini'
import { contentTexts } from '../texts/content.ts'
import { onOneLine } from '../values/one-line.ts'
import { seenVersion } from '../versions.ts'
import { storableText } from './article.ts'
import { contentBody, contentTypes } from './body.ts'

const rules = contentTexts.validation

export const contentStatuses = ['draft', 'published', 'archived'] as const
export type ContentStatus = (typeof contentStatuses)[number]

/** The categories of every clinic, in the specification's order; a clinic can add more. */
export const startCategories: readonly string[] = [
  'Pain Management',
  'Nutrition',
  'Physical Therapy',
  'Recovery',
  'Mental Health',
  'Anatomy',
  'Exercise',
  'Wellness',
  // One of the Learning Center's six (docs/specification.md B3).
  'Medications',
]

/** Case-sensitive. */
export function isCategory(name: string, own: readonly string[]): boolean {
  return startCategories.includes(name) || own.includes(name)
}

const title = z.string().check(onOneLine(), z.minLength(1, rules.title), z.maxLength(120, rules.titleLong))
const category = z
  .string()
  .check(onOneLine(), z.minLength(2, rules.category), z.maxLength(40, rules.categoryLong))
const description = z
  .string()
  .check(z.overwrite(storableText), z.trim(), z.maxLength(300, rules.descriptionLong))

export const createContentInput = z.object({ title, type: z.enum(contentTypes), category, description })
export type CreateContent = z.input<typeof createContentInput>

/** The whole working copy, with the version that was read. */
export const saveContentInput = z.object({
  itemId: z.uuid(),
  version: seenVersion,
  title,
  category,
  description,
  coverFileId: z.nullable(z.uuid()),
  body: contentBody,
})
export type SaveContent = z.input<typeof saveContentInput>

export interface SavedContent {
  version: number
  /** ISO instant, for "Saved 10:42". */
  savedAt: string
  readMinutes: number
}

/** `isChecked`: a member of the team has checked what was an example. */
export const publishContentInput = z.object({
  itemId: z.uuid(),
  version: seenVersion,
  isChecked: z._default(z.boolean(), false),
})

/** Archives a published item or restores an archived one (docs/specification.md B4). */
export const contentStatusInput = z.object({ itemId: z.uuid(), status: z.enum(['published', 'archived']) })

export const deleteContentInput = z.object({ itemId: z.uuid(), isDeleted: z.boolean() })

export const featureContentInput = z.object({ itemId: z.uuid(), isFeatured: z.boolean() })

export const contentCategoryInput = z.object({ name: category, isOffered: z.boolean() })

export const copyExamplesInput = z.object({
  keys: z.array(z.string().check(z.maxLength(80))).check(z.minLength(1), z.maxLength(50)),
})

export interface ContentExample {
  key: string
  title: string
  category: string
  description: string
  readMinutes: number
  /** Whether the clinic has a copy that is not deleted. */
  isCopied: boolean
}

/**
 * Numbers of 'Content Insights' (docs/specification.md B2.13).
 *
 * @returns `mostViewed` null without any views
 */
export function contentInsights<Item extends { type: string; category: string; views: number }>(
  items: readonly Item[],
): {
  total: number
  categories: number
  mostViewed: Item | null
  distribution: { articles: number; videos: number; other: number }
} {
  const count = (type: string) => items.filter((item) => item.type === type).length
  const mostViewed = items.reduce<Item | null>(
    (most, item) => (item.views > (most?.views ?? 0) ? item : most),
    null,
  )
  const [articles, videos] = [count('article'), count('video')]
  return {
    total: items.length,
    categories: new Set(items.map((item) => item.category)).size,
    mostViewed,
    distribution: { articles, videos, other: items.length - articles - videos },
  }
}

/** What a clinic teaches: its forms, states and categories (docs/specification.md B2.13, B3, B4). */

import * as z from 'zod/mini'
import { contentTexts } from '../texts/content.ts'
import { onOneLine } from '../values/one-line.ts'
import { seenVersion } from '../versions.ts'
import { storableText } from './article.ts'
import { contentBody, contentTypes } from './body.ts'

const rules = contentTexts.validation

export const contentStatuses = ['draft', 'published', 'archived'] as const
export type ContentStatus = (typeof contentStatuses)[number]

/** The categories that every clinic has, in the specification's order; a clinic adds its own. */
export const startCategories: readonly string[] = [
  'Pain Management',
  'Nutrition',
  'Physical Therapy',
  'Recovery',
  'Mental Health',
  'Anatomy',
  'Exercise',
  'Wellness',
  // of the Learning Center's six (docs/specification.md B3)
  'Medications',
]

/** Whether a clinic may use a category. Case is the clinic's own. */
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

/** The form behind 'Create Content', and the input of `create-content`. */
export const createContentInput = z.object({ title, type: z.enum(contentTypes), category, description })
export type CreateContent = z.input<typeof createContentInput>

/** Input of `save-content`: the working copy as a whole, on top of the version that was read. */
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

/** Answer of `save-content`. */
export interface SavedContent {
  version: number
  /** ISO instant: "Saved 10:42" */
  savedAt: string
  readMinutes: number
}

/** Input of `publish-content`. `isChecked`: somebody of the clinic has checked what was an example. */
export const publishContentInput = z.object({
  itemId: z.uuid(),
  version: seenVersion,
  isChecked: z._default(z.boolean(), false),
})

/** Input of `set-content-status`: a published item is archived, an archived one restored (docs/specification.md B4). */
export const contentStatusInput = z.object({ itemId: z.uuid(), status: z.enum(['published', 'archived']) })

/** Input of `delete-content`: takes an item out of every list, or brings it back. */
export const deleteContentInput = z.object({ itemId: z.uuid(), isDeleted: z.boolean() })

/** Input of `feature-content`. */
export const featureContentInput = z.object({ itemId: z.uuid(), isFeatured: z.boolean() })

/** Input of `set-content-category`: adds a category of the clinic's own, or removes it. */
export const contentCategoryInput = z.object({ name: category, isOffered: z.boolean() })

/** Input of `copy-content-examples`. */
export const copyExamplesInput = z.object({
  keys: z.array(z.string().check(z.maxLength(80))).check(z.minLength(1), z.maxLength(50)),
})

/** One of the examples that Carefold brings, as the team chooses among them. */
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
 * Counts as the specification's 'Content Insights' (docs/specification.md B2.13).
 *
 * @returns `mostViewed` null while nobody has opened anything
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

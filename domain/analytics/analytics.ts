/**
 * Use of a clinic's content (docs/specification.md B2.13); db/migrations/0043_learning_figures.sql defines the
 * figures.
 */

import type { ContentType } from '../content/body.ts'
import { addDays, weekdayOf } from '../values/zones.ts'

export interface LearningFigures {
  /** The last 12 weeks, oldest first; `week` is its Monday on the clinic's calendar. */
  usage: { week: string; views: number; people: number }[]
  programs: { programId: string; title: string; learning: number; completed: number; ended: number }[]
  completion: { category: string; assigned: number; completed: number }[]
  /** Most views first. */
  resources: ResourceFigures[]
}

export interface ResourceFigures {
  itemId: string
  title: string
  type: ContentType
  /** From 1 to 5 with one decimal; null without ratings. */
  rating: number | null
  ratings: number
  views: number
  readers: number
  completed: number
  popularIn: string | null
}

/** A share in whole percent; null if `whole` is 0. */
export function percent(part: number, whole: number): number | null {
  return whole === 0 ? null : Math.round((100 * part) / whole)
}

/** Oldest first. @param today the clinic's date, YYYY-MM-DD */
export function lastMondays(today: string, count: number): string[] {
  const monday = addDays(today, 1 - weekdayOf(today))
  return Array.from({ length: count }, (_, index) => addDays(monday, 7 * (index + 1 - count)))
}

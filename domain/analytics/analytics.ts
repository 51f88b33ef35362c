/** What came of what a clinic teaches (docs/specification.md B2.13). Figures are defined in db/migrations/0043_learning_figures.sql. */

import type { ContentType } from '../content/body.ts'
import { addDays, weekdayOf } from '../values/zones.ts'

/** Answer of `learning-figures`. */
export interface LearningFigures {
  /** The last 12 weeks, oldest first; a week's date is its Monday on the clinic's calendar. */
  usage: { week: string; views: number; people: number }[]
  /** By title. */
  programs: { programId: string; title: string; learning: number; completed: number; ended: number }[]
  /** By category. */
  completion: { category: string; assigned: number; completed: number }[]
  /** By views, the most first. */
  resources: ResourceFigures[]
}

export interface ResourceFigures {
  itemId: string
  title: string
  type: ContentType
  /** From 1 to 5 with one decimal; null while nobody has rated it. */
  rating: number | null
  ratings: number
  views: number
  readers: number
  completed: number
  /** The plan that most of its readers are on. */
  popularIn: string | null
}

/** A share in whole percent; null of nothing. */
export function percent(part: number, whole: number): number | null {
  return whole === 0 ? null : Math.round((100 * part) / whole)
}

/** The Mondays of the last weeks, oldest first. @param today the clinic's date, YYYY-MM-DD */
export function lastMondays(today: string, count: number): string[] {
  const monday = addDays(today, 1 - weekdayOf(today))
  return Array.from({ length: count }, (_, index) => addDays(monday, 7 * (index + 1 - count)))
}

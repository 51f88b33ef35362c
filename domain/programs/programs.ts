/** Health programs: ordered sessions of content (docs/specification.md B2.13, B3). */

import type { ContentType } from '../content/body.ts'

export const programStarts = ['rolling', 'fixed'] as const
export type ProgramStart = (typeof programStarts)[number]

/** The specification's thumbnail emoji. */
export const programEmojis = ['🥗', '💪', '⚖️', '🧘', '🍷', '😴', '🎯', '❤️', '🦴', '🧠', '🚶', '📚'] as const

export const mostSessions = 20
export const longestInterval = 90

export interface ProgramExample {
  key: string
  title: string
  description: string
  category: string
  emoji: string
  sessions: { title: string; description: string }[]
  /** Whether the clinic has a copy that is not deleted. */
  isCopied: boolean
}

export interface OwnProgram {
  id: string
  title: string
  emoji: string
  sessions: OwnSession[]
}

/** Dates are the clinic's. */
export interface OwnSession {
  id: string
  title: string
  description: string
  /** The date on which it opens. */
  opensOn: string
  /** Slides last; empty before it opens. */
  lessons: { itemId: string; type: ContentType; isCompleted: boolean }[]
}

/**
 * The session for a visit: the first open one that is not completed, else the last open one.
 *
 * @param lessons of the patient, in any order; instants are ISO strings
 * @returns null if none is open by then
 */
export function sessionAt<Lesson extends { opensAt: string; isCompleted: boolean }>(
  lessons: readonly Lesson[],
  at: string,
): Lesson | null {
  const open = lessons
    .filter(({ opensAt }) => Date.parse(opensAt) <= Date.parse(at))
    .sort((a, b) => Date.parse(a.opensAt) - Date.parse(b.opensAt))
  return open.find(({ isCompleted }) => !isCompleted) ?? open.at(-1) ?? null
}

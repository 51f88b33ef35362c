/** Health programs: sessions in an order, which patients get one after the other (docs/specification.md B2.13, B3). */

import type { ContentType } from '../content/body.ts'

export const programStarts = ['rolling', 'fixed'] as const
export type ProgramStart = (typeof programStarts)[number]

/** What a program's card shows, as the specification's thumbnail emoji. */
export const programEmojis = ['🥗', '💪', '⚖️', '🧘', '🍷', '😴', '🎯', '❤️', '🦴', '🧠', '🚶', '📚'] as const

export const mostSessions = 20
export const longestInterval = 90

/** One of the programs that Carefold brings, as the team chooses among them. */
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

/** A program that a patient takes part in, as they were given it. */
export interface OwnProgram {
  id: string
  title: string
  emoji: string
  sessions: OwnSession[]
}

/** A session of it. Dates are the clinic's. */
export interface OwnSession {
  id: string
  title: string
  description: string
  /** when it opens, or has opened */
  opensOn: string
  /** what there is to read and to see, slides last; empty before its day */
  lessons: { itemId: string; type: ContentType; isCompleted: boolean }[]
}

/**
 * The session of a program that a visit meets: the first one that is open by then and not completed, else the last one that is open.
 *
 * @param lessons what the patient was given, in any order; instants are ISO strings
 * @returns null where nothing is open by then
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

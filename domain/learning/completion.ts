/** When something counts as completed, by its type (docs/domain-rules.md rule 43): seen is not completed. */

import type { ContentBody, ContentType } from '../content/body.ts'

interface Rule {
  /** How much of it must have been in sight: of the page, or of a video's length. */
  share: number
  /** Whether its reader says so as well; else reaching the share is enough. */
  isConfirmed: boolean
}

const rules: Record<ContentType, Rule> = {
  article: { share: 0.9, isConfirmed: true },
  video: { share: 0.9, isConfirmed: false },
  // opened as a file, and seen at once: there is nothing to scroll
  pdf: { share: 0, isConfirmed: true },
  image: { share: 0, isConfirmed: true },
  // the last slide was reached
  presentation: { share: 1, isConfirmed: false },
}

/** A patient's place in one version. Seconds for a video, else from 0 to 1. */
export interface Progress {
  farthest: number
  watchedSeconds: number
}

/** A video that plays elsewhere, or whose length nobody measured, tells nobody how much of it was played: its viewer says so. */
function ruleOf(body: ContentBody): Rule {
  const isUnknown = body.type === 'video' && (body.embed || body.durationSeconds === null)
  return isUnknown ? { share: 0, isConfirmed: true } : rules[body.type]
}

/** Whether a reader completes it by saying so. */
export function isConfirmed(body: ContentBody): boolean {
  return ruleOf(body).isConfirmed
}

/** Whether enough was in sight for completion. */
export function hasSeenEnough(body: ContentBody, { farthest, watchedSeconds }: Progress): boolean {
  const { share } = ruleOf(body)
  if (body.type !== 'video' || body.durationSeconds === null) return farthest >= share
  return Math.min(farthest, watchedSeconds) >= share * body.durationSeconds
}

/** Whether reaching this place may have completed it, so that it is worth asking. */
export function mayComplete(body: ContentBody, position: number): boolean {
  return !isConfirmed(body) && hasSeenEnough(body, { farthest: position, watchedSeconds: position })
}

/**
 * The most that a video can have played between two reports, in seconds: more is a jump, and was not watched. The player
 * reports every 5 seconds of it, and when it is paused.
 */
const longestStep = 15

/** A place that was reported, added to what was seen before. */
export function advance(
  type: ContentType,
  before: Progress & { position: number },
  position: number,
  /** how much of a page has been in sight, from 0 to 1 */
  inSight = 0,
): Progress {
  const step = position - before.position
  const watched = type === 'video' && step > 0 && step <= longestStep ? step : 0
  return {
    farthest: Math.max(before.farthest, position, type === 'video' ? 0 : inSight),
    watchedSeconds: Math.min(before.watchedSeconds + watched, 864_000),
  }
}

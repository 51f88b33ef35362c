/** When something counts as completed, by its type (docs/domain-rules.md rule 43): seen is not completed. */

import type { ContentBody, ContentType } from '../content/body.ts'
import { joinedParts, type PlayedPart, playedSeconds } from './played.ts'

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

/** A patient's place in one version. */
export interface Progress {
  /** Seconds for a video, else from 0 to 1. */
  farthest: number
  /** Of a video, what was played of it. */
  watched: readonly PlayedPart[]
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
export function hasSeenEnough(body: ContentBody, { farthest, watched }: Progress): boolean {
  const { share } = ruleOf(body)
  if (body.type !== 'video' || body.durationSeconds === null) return farthest >= share
  return playedSeconds(watched, body.durationSeconds) >= share * body.durationSeconds
}

/** Whether having come so far may have completed it, so that it is worth asking. */
export function mayComplete(body: ContentBody, progress: Progress): boolean {
  return !isConfirmed(body) && hasSeenEnough(body, progress)
}

/** What a page reports: where its reader is, and what they have seen since it was opened. */
export interface ReadingReport {
  /** Seconds for a video, else from 0 to 1. */
  position: number
  /** How much of a page has been in sight, from 0 to 1. */
  seen: number
  /** Of a video, what was played of it. */
  watched: readonly PlayedPart[]
}

/** A report, added to what was seen before. */
export function advance(
  type: ContentType,
  before: Progress,
  { position, seen, watched }: ReadingReport,
): Progress {
  const isVideo = type === 'video'
  return {
    farthest: Math.max(before.farthest, position, isVideo ? 0 : seen),
    watched: isVideo ? joinedParts([...before.watched, ...watched]) : [],
  }
}

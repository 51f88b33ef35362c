/** docs/domain-rules.md rule 43 */

import type { ContentBody, ContentType } from '../content/body.ts'
import { joinedParts, type PlayedPart, playedSeconds } from './played.ts'

interface Rule {
  /** The share of the page, or of the video's length, that must have been seen. */
  share: number
  /** Whether the reader must confirm; otherwise the share is enough. */
  isConfirmed: boolean
}

const rules: Record<ContentType, Rule> = {
  article: { share: 0.9, isConfirmed: true },
  video: { share: 0.9, isConfirmed: false },
  // Opened as a file: there is no scroll position.
  pdf: { share: 0, isConfirmed: true },
  image: { share: 0, isConfirmed: true },
  presentation: { share: 1, isConfirmed: false },
}

/** A patient's progress in one version. */
export interface Progress {
  /** Seconds for a video, else from 0 to 1. */
  farthest: number
  /** The played parts of a video. */
  watched: readonly PlayedPart[]
}

/** Playback of an embedded video, or of one of unknown length, cannot be measured: the viewer confirms it. */
function ruleOf(body: ContentBody): Rule {
  const isUnknown = body.type === 'video' && (body.embed || body.durationSeconds === null)
  return isUnknown ? { share: 0, isConfirmed: true } : rules[body.type]
}

export function isConfirmed(body: ContentBody): boolean {
  return ruleOf(body).isConfirmed
}

export function hasSeenEnough(body: ContentBody, { farthest, watched }: Progress): boolean {
  const { share } = ruleOf(body)
  if (body.type !== 'video' || body.durationSeconds === null) return farthest >= share
  return playedSeconds(watched, body.durationSeconds) >= share * body.durationSeconds
}

export function mayComplete(body: ContentBody, progress: Progress): boolean {
  return !isConfirmed(body) && hasSeenEnough(body, progress)
}

export interface ReadingReport {
  /** Seconds for a video, else from 0 to 1. */
  position: number
  /** The share of a page that was visible, from 0 to 1. */
  seen: number
  /** The played parts of a video. */
  watched: readonly PlayedPart[]
}

/** Adds a report to the earlier progress. */
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

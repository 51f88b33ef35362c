/** What a patient reads of what their clinic teaches (docs/specification.md B2.5). */

import * as z from 'zod/mini'
import { longestVideo, mostParts } from './played.ts'

const second = z.number().check(z.gte(0), z.lte(longestVideo))

/**
 * Input of `record-reading`: opened, and how far. Of an article or a document from 0 to 1, of a video in seconds. `seen`: how
 * much of a page has been in sight, where that is more than the place to go on at. `watched`: what of a video was played.
 */
export const recordReadingInput = z.object({
  itemId: z.uuid(),
  position: z.optional(second),
  seen: z._default(z.number().check(z.gte(0), z.lte(1)), 0),
  watched: z._default(z.array(z.tuple([second, second])).check(z.maxLength(mostParts)), []),
})

/** Input of `complete-lesson`. */
export const completeLessonInput = z.object({ itemId: z.uuid() })

export const lessonRatings = [1, 2, 3, 4, 5] as const

/** Input of `rate-lesson`. */
export const rateLessonInput = z.object({ itemId: z.uuid(), rating: z.int().check(z.gte(1), z.lte(5)) })

/** Input of `save-for-later`. */
export const saveForLaterInput = z.object({ itemId: z.uuid(), isSaved: z.boolean() })

/** docs/specification.md B2.5. */

import * as z from 'zod/mini'
import { longestVideo, mostParts } from './played.ts'

const second = z.number().check(z.gte(0), z.lte(longestVideo))

/**
 * Position: from 0 to 1 for an article or document, seconds for a video. `seen`: the visible share of a page, if more
 * than the position. `watched`: the played parts of a video.
 */
export const recordReadingInput = z.object({
  itemId: z.uuid(),
  position: z.optional(second),
  seen: z._default(z.number().check(z.gte(0), z.lte(1)), 0),
  watched: z._default(z.array(z.tuple([second, second])).check(z.maxLength(mostParts)), []),
})

export const completeLessonInput = z.object({ itemId: z.uuid() })

export const lessonRatings = [1, 2, 3, 4, 5] as const

export const rateLessonInput = z.object({ itemId: z.uuid(), rating: z.int().check(z.gte(1), z.lte(5)) })

export const saveForLaterInput = z.object({ itemId: z.uuid(), isSaved: z.boolean() })

/** What a patient reads of what their clinic teaches (docs/specification.md B2.5). */

import * as z from 'zod/mini'

/**
 * Input of `record-reading`: opened, and how far. Of an article or a document from 0 to 1, of a video in seconds. `seen`: how
 * much of a page has been in sight, where that is more than the place to go on at.
 */
export const recordReadingInput = z.object({
  itemId: z.uuid(),
  position: z.optional(z.number().check(z.gte(0), z.lte(86_400))),
  seen: z._default(z.number().check(z.gte(0), z.lte(1)), 0),
})

/** Input of `complete-lesson`. */
export const completeLessonInput = z.object({ itemId: z.uuid() })

export const lessonRatings = [1, 2, 3, 4, 5] as const

/** Input of `rate-lesson`. */
export const rateLessonInput = z.object({ itemId: z.uuid(), rating: z.int().check(z.gte(1), z.lte(5)) })

/** Input of `save-for-later`. */
export const saveForLaterInput = z.object({ itemId: z.uuid(), isSaved: z.boolean() })

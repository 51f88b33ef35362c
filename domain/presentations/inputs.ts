import * as z from 'zod/mini'
import { presentationTexts } from '../texts/presentations.ts'
import { thumbnailSizes } from './presentations.ts'

const errors = presentationTexts.errors

/** Query of a GET. */
export const presentationSlidesInput = z.object({
  presentationId: z.uuid(errors.noId),
  thumbnailSize: z._default(z.enum(thumbnailSizes), 'LARGE'),
  /** `draft` is for the team; patients get only the published version. */
  version: z._default(z.enum(['published', 'draft']), 'published'),
  /** For the team: a published version, current or earlier. */
  versionId: z.optional(z.uuid()),
})

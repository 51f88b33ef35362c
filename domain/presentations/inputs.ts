/** Inputs of the actions on presentations: apart from the rules, which pages need before anything is sent. */
import * as z from 'zod/mini'
import { presentationTexts } from '../texts/presentations.ts'
import { thumbnailSizes } from './presentations.ts'

const errors = presentationTexts.errors

/** Input of `get-presentation-slides`, a GET. */
export const presentationSlidesInput = z.object({
  presentationId: z.uuid(errors.noId),
  thumbnailSize: z._default(z.enum(thumbnailSizes), 'LARGE'),
  /** `draft`: as the team is writing it. For patients there is only what is published. */
  version: z._default(z.enum(['published', 'draft']), 'published'),
  /** For the team: a version of it, published now or before. */
  versionId: z.optional(z.uuid()),
})

/** Libraries that clinics share with each other (docs/decisions/0050). */

import * as z from 'zod/mini'
import { contentTexts } from '../texts/content.ts'
import type { ContentType } from './body.ts'

/** Input of `share-library`: the other clinic by its address's first part. */
export const shareLibraryInput = z.object({
  subdomain: z
    .string()
    .check(z.trim(), z.toLowerCase(), z.minLength(1, contentTexts.sharing.address), z.maxLength(63)),
  isShared: z.boolean(),
})

/** Input of `copy-shared-content`: one published item of a library that is shared with the clinic. */
export const copySharedInput = z.object({ itemId: z.uuid() })

export interface SharedItem {
  itemId: string
  type: ContentType
  title: string
  category: string
  description: string
}

/** Answer of `shared-libraries`. */
export interface SharedLibraries {
  /** Who may copy ours; for admins, else empty. */
  sharedWith: { subdomain: string; name: string }[]
  /** What others let us copy. */
  libraries: { clinicId: string; name: string; items: SharedItem[] }[]
}

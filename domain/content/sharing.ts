/** Libraries that clinics share (docs/decisions/0050). */

import * as z from 'zod/mini'
import { contentTexts } from '../texts/content.ts'
import type { ContentType } from './body.ts'

/** Names the other clinic by its subdomain. */
export const shareLibraryInput = z.object({
  subdomain: z
    .string()
    .check(z.trim(), z.toLowerCase(), z.minLength(1, contentTexts.sharing.address), z.maxLength(63)),
  isShared: z.boolean(),
})

export const copySharedInput = z.object({ itemId: z.uuid() })

export interface SharedItem {
  itemId: string
  type: ContentType
  title: string
  category: string
  description: string
}

export interface SharedLibraries {
  /** Clinics that may copy ours; empty unless the caller is an admin. */
  sharedWith: { subdomain: string; name: string }[]
  libraries: { clinicId: string; name: string; items: SharedItem[] }[]
}

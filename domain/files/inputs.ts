import * as z from 'zod/mini'

export const fileLinksInput = z.object({
  fileIds: z._default(z.array(z.uuid()).check(z.maxLength(100)), []),
  avatarsOf: z._default(z.array(z.uuid()).check(z.maxLength(100)), []),
})

/** Null removes the picture. */
export const ownPictureInput = z.object({ fileId: z.nullable(z.uuid()) })

export const shareFileInput = z.object({ fileId: z.uuid(), isShared: z.boolean() })

export const fileIdInput = z.object({ fileId: z.uuid() })

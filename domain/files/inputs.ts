/** Inputs of the actions on files: apart from the rules, which pages need before anything is sent. */
import * as z from 'zod/mini'

/** Input of `file-links`: files by their ids, and pictures of people by their accounts'. */
export const fileLinksInput = z.object({
  fileIds: z._default(z.array(z.uuid()).check(z.maxLength(100)), []),
  avatarsOf: z._default(z.array(z.uuid()).check(z.maxLength(100)), []),
})

/** Input of `set-avatar` and `set-clinic-logo`: null removes it. */
export const ownPictureInput = z.object({ fileId: z.nullable(z.uuid()) })

/** Input of `share-file`. */
export const shareFileInput = z.object({ fileId: z.uuid(), isShared: z.boolean() })

/** Input of `remove-file`. */
export const fileIdInput = z.object({ fileId: z.uuid() })

/** Optimistic locking of forms: a save based on an older version is refused (docs/decisions/0041). */

import * as z from 'zod/mini'

/** The version that the form has read, 0 for none. An older one is refused with `changed_elsewhere`. */
export const seenVersion = z.number().check(z.int(), z.minimum(0))

/** `version` is the base of the next save. */
export interface SavedVersion {
  version: number
}

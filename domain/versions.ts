/** Forms that several tabs may have open: a save on top of an older version is refused (docs/decisions/0041). */

import * as z from 'zod/mini'

/** How many saves the form has seen; 0: none. `changed_elsewhere` when there are more by now. */
export const seenVersion = z.number().check(z.int(), z.minimum(0))

/** Answer of an action that saves such a form: the version to save on top of next. */
export interface SavedVersion {
  version: number
}

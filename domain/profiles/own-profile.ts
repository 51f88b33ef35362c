/** Settings, "Profile Settings" (docs/specification.md B2.12): a user's profile at every clinic. */

import * as z from 'zod/mini'
import { paths, plannedPaths } from '../paths.ts'
import { profileTexts } from '../texts/profiles.ts'
import { onOneLine } from '../values/one-line.ts'
import { isWebAddress, withPlainScheme } from '../values/web-address.ts'
import { seenVersion } from '../versions.ts'

/** As in `domain/profiles/personal-details.ts`. */
const nameLimit = 100

const { personal, own, tooLong } = profileTexts

/** Maximum lengths, as in the columns of `profiles`. */
export const profileLimits = { username: 30, website: 300, description: 275, bio: 4000 }

/** Paths of our pages, such as `carefold.com/home`. */
const reservedUsernames = new Set([
  ...[...Object.values(paths), ...plannedPaths.signedIn, ...plannedPaths.public]
    .map((path) => path.split('/')[1] ?? '')
    .filter(Boolean),
  ...['admin', 'administrator', 'api', 'carefold', 'help', 'root', 'support', 'system', 'www'],
])

const name = (short: string) =>
  z.string().check(onOneLine(), z.minLength(2, short), z.maxLength(nameLimit, tooLong(nameLimit)))

/** Empty fields are cleared. */
export const ownProfileInput = z.object({
  version: seenVersion,
  firstName: name(personal.firstNameShort),
  lastName: name(personal.lastNameShort),
  username: z.string().check(
    z.trim(),
    z.toLowerCase(),
    z.refine(
      (typed) =>
        typed === '' ||
        (/^[a-z0-9]([a-z0-9._-]*[a-z0-9])$/.test(typed) &&
          typed.length >= 3 &&
          typed.length <= profileLimits.username),
      own.usernameInvalid,
    ),
    z.refine((typed) => !reservedUsernames.has(typed), own.usernameTaken),
  ),
  website: z.string().check(
    z.trim(),
    z.maxLength(profileLimits.website, tooLong(profileLimits.website)),
    z.refine((typed) => typed === '' || isWebAddress(typed), own.websiteInvalid),
    z.overwrite(withPlainScheme),
  ),
  description: z
    .string()
    .check(z.trim(), z.maxLength(profileLimits.description, tooLong(profileLimits.description))),
  bio: z.string().check(z.trim(), z.maxLength(profileLimits.bio, tooLong(profileLimits.bio))),
})
export type OwnProfile = z.infer<typeof ownProfileInput>

import { paths, plannedPaths } from './paths.ts'

/** A link must not sign anybody out or confirm anything, and nobody signs in to read these. */
const neverTargets: readonly string[] = [
  paths.landing,
  paths.pricing,
  paths.logout,
  paths.confirm,
  paths.unauthorized,
]

/** Pages on which the link of a mail or a sign-in may end, with their sub-pages (docs/threats.md T8). */
export const linkTargets: readonly string[] = [
  ...Object.values(paths).filter((path) => !neverTargets.includes(path)),
  ...plannedPaths.signedIn,
]

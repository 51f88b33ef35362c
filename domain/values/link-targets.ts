import { paths, plannedPaths } from '../paths.ts'

/** Links must not sign out or confirm anything, and public pages need no sign-in. */
const neverTargets: readonly string[] = [
  paths.landing,
  paths.pricing,
  paths.howItWorks,
  paths.aboutUs,
  paths.wellnessPlans,
  paths.contact,
  paths.privacy,
  paths.security,
  paths.terms,
  paths.logout,
  paths.confirm,
  paths.stopAddressChange,
  paths.unauthorized,
  paths.stopMails,
  paths.answer,
]

/** Pages, with their sub-pages, that a mailed link or a sign-in may lead to (docs/threats.md T8). */
export const linkTargets: readonly string[] = [
  ...Object.values(paths).filter((path) => !neverTargets.includes(path)),
  ...plannedPaths.signedIn,
]

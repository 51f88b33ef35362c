import { ageOn } from '../plans/household.ts'

const adultAge = 18
/** The latest age at which a clinic's rule ends a guardian's access. */
const latestEndAge = 21

/**
 * The tab of a patient's page that shows the guardians: the first for minors; null for adults, who cannot have any.
 *
 * @param bornOn YYYY-MM-DD; null if unknown
 */
export function guardianTab(bornOn: string | null, today: string): 'overview' | 'record' | null {
  if (bornOn === null) return 'record'
  const age = ageOn(bornOn, today)
  if (age < adultAge) return 'overview'
  return age < latestEndAge ? 'record' : null
}

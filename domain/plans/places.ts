import { dayMs } from '../values/durations.ts'

/** By ISO 3166-2 code, in display order. */
export const placeNames = {
  'US-AL': 'Alabama',
  'US-AK': 'Alaska',
  'US-AZ': 'Arizona',
  'US-AR': 'Arkansas',
  'US-CA': 'California',
  'US-CO': 'Colorado',
  'US-CT': 'Connecticut',
  'US-DE': 'Delaware',
  'US-DC': 'District of Columbia',
  'US-FL': 'Florida',
  'US-GA': 'Georgia',
  'US-HI': 'Hawaii',
  'US-ID': 'Idaho',
  'US-IL': 'Illinois',
  'US-IN': 'Indiana',
  'US-IA': 'Iowa',
  'US-KS': 'Kansas',
  'US-KY': 'Kentucky',
  'US-LA': 'Louisiana',
  'US-ME': 'Maine',
  'US-MD': 'Maryland',
  'US-MA': 'Massachusetts',
  'US-MI': 'Michigan',
  'US-MN': 'Minnesota',
  'US-MS': 'Mississippi',
  'US-MO': 'Missouri',
  'US-MT': 'Montana',
  'US-NE': 'Nebraska',
  'US-NV': 'Nevada',
  'US-NH': 'New Hampshire',
  'US-NJ': 'New Jersey',
  'US-NM': 'New Mexico',
  'US-NY': 'New York',
  'US-NC': 'North Carolina',
  'US-ND': 'North Dakota',
  'US-OH': 'Ohio',
  'US-OK': 'Oklahoma',
  'US-OR': 'Oregon',
  'US-PA': 'Pennsylvania',
  'US-PR': 'Puerto Rico',
  'US-RI': 'Rhode Island',
  'US-SC': 'South Carolina',
  'US-SD': 'South Dakota',
  'US-TN': 'Tennessee',
  'US-TX': 'Texas',
  'US-UT': 'Utah',
  'US-VT': 'Vermont',
  'US-VA': 'Virginia',
  'US-WA': 'Washington',
  'US-WV': 'West Virginia',
  'US-WI': 'Wisconsin',
  'US-WY': 'Wyoming',
  'CA-AB': 'Alberta',
  'CA-BC': 'British Columbia',
  'CA-MB': 'Manitoba',
  'CA-NB': 'New Brunswick',
  'CA-NL': 'Newfoundland and Labrador',
  'CA-NT': 'Northwest Territories',
  'CA-NS': 'Nova Scotia',
  'CA-NU': 'Nunavut',
  'CA-ON': 'Ontario',
  'CA-PE': 'Prince Edward Island',
  'CA-QC': 'Quebec',
  'CA-SK': 'Saskatchewan',
  'CA-YT': 'Yukon',
} as const

export type Place = keyof typeof placeNames

export const places = Object.keys(placeNames) as Place[]

export const isPlace = (code: string): code is Place => Object.hasOwn(placeNames, code)

/** A clinic's chosen place. One that ended at once was a mistake. */
export interface ChosenPlace {
  place: Place
  startedAt: Date
  /** Null: in force. */
  endedAt: Date | null
}

/** How long a payment page stays open after its agreement was signed. */
const longestCheckoutMs = dayMs

/**
 * The places whose law applies to a plan joined at an instant: the current one, and later ended ones, because a
 * member retains the rights of each (docs/decisions/0105). Latest first, as given.
 */
export function placesSince(chosen: readonly ChosenPlace[], joinedAt: Date): Place[] {
  const since = joinedAt.getTime() - longestCheckoutMs
  return chosen
    .filter(
      ({ startedAt, endedAt }) => endedAt === null || (endedAt > startedAt && endedAt.getTime() > since),
    )
    .map(({ place }) => place)
}

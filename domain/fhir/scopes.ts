/** The FHIR resources that programs may read, in the order of the documents. Their names are stored with each key. */
export const fhirTypes = [
  'Patient',
  'Appointment',
  'Practitioner',
  'Schedule',
  'Slot',
  'Coverage',
  'Consent',
  'DocumentReference',
] as const
export type FhirType = (typeof fhirTypes)[number]

export const isFhirType = (text: string): text is FhirType => (fhirTypes as readonly string[]).includes(text)

/** Read and search, in the words of SMART 2.0. */
export const scopeOf = (type: FhirType) => `system/${type}.rs`

/**
 * The resources of a requested scope that a key has, `system/*.rs` being all of them. Other scopes grant nothing: a token
 * never has more rights than were requested.
 * @param requested words separated by spaces; empty: everything that the key has
 */
export function grantedTypes(requested: string, held: readonly FhirType[]): FhirType[] {
  const words = requested.split(/\s+/).filter(Boolean)
  if (words.length === 0) return [...held]
  return held.filter((type) => words.includes(scopeOf(type)) || words.includes('system/*.rs'))
}

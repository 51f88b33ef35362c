import type { FhirPlace, Reference } from './resources.ts'

/**
 * The systems of a clinic's own identifiers and codes: addresses below its endpoint that name them, without a page.
 */
export function systemOf(
  { base }: FhirPlace,
  name: 'patient' | 'subscription' | 'visit-type' | 'consent',
): string {
  return `${base}/system/${name}`
}

export const referenceTo = (type: 'Patient' | 'Practitioner' | 'Schedule', id: string): Reference => ({
  reference: `${type}/${id}`,
})

/** A text as FHIR allows it: other blanks, such as a no-break space, become plain ones. */
export const plainText = (text: string) => text.replaceAll(/\s+/g, ' ').trim()

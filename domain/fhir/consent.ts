import { referenceTo, systemOf } from './codes.ts'
import type { Consent, FhirPlace } from './resources.ts'

/** One decision of a patient. */
export interface ConsentRow {
  id: string
  patientId: string
  purpose: string
  isGiven: boolean
  /** No later decision about the purpose exists. */
  isNewest: boolean
  /** Names the wording. */
  version: string
  /** ISO */
  givenAt: string
}

/** Each decision is a resource; a later one about the same purpose makes it inactive. A withdrawal denies. */
export function consentResource(row: ConsentRow, place: FhirPlace): Consent {
  return {
    resourceType: 'Consent',
    id: row.id,
    meta: { lastUpdated: row.givenAt },
    status: row.isNewest ? 'active' : 'inactive',
    scope: {
      coding: [
        {
          system: 'http://terminology.hl7.org/CodeSystem/consentscope',
          code: 'patient-privacy',
          display: 'Privacy Consent',
        },
      ],
    },
    category: [
      { coding: [{ system: 'http://loinc.org', code: '59284-0', display: 'Consent Document' }] },
      { coding: [{ system: systemOf(place, 'consent'), code: row.purpose }] },
    ],
    patient: referenceTo('Patient', row.patientId),
    dateTime: row.givenAt,
    policyRule: { text: `${row.purpose}, wording ${row.version}` },
    provision: { type: row.isGiven ? 'permit' : 'deny' },
  }
}

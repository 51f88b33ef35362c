import type { FhirType } from './scopes.ts'

export type ParameterType = 'token' | 'date' | 'reference' | 'string'

const ofStoredRows = { _id: 'token', _lastUpdated: 'date' } as const

/** The search parameters of each resource, as the CapabilityStatement lists them. */
export const searchParameters: Record<FhirType, Readonly<Record<string, ParameterType>>> = {
  Patient: {
    ...ofStoredRows,
    identifier: 'token',
    name: 'string',
    email: 'token',
    phone: 'token',
    birthdate: 'date',
  },
  Appointment: {
    ...ofStoredRows,
    patient: 'reference',
    practitioner: 'reference',
    actor: 'reference',
    date: 'date',
    status: 'token',
  },
  Practitioner: { ...ofStoredRows, name: 'string', active: 'token' },
  Schedule: { ...ofStoredRows, actor: 'reference', active: 'token' },
  // computed, so without ids and times of a change
  Slot: { schedule: 'reference', start: 'date', status: 'token' },
  Coverage: {
    _id: 'token',
    patient: 'reference',
    beneficiary: 'reference',
    identifier: 'token',
    status: 'token',
  },
  Consent: { ...ofStoredRows, patient: 'reference', date: 'date', category: 'token', status: 'token' },
  DocumentReference: {
    ...ofStoredRows,
    patient: 'reference',
    subject: 'reference',
    date: 'date',
    status: 'token',
  },
}

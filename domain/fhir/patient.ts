import { plainText, systemOf } from './codes.ts'
import type { FhirPlace, Patient } from './resources.ts'

/** Instants are ISO strings; fields that the clinic does not know are null or empty. */
export interface PatientRow {
  id: string
  fullName: string
  email: string | null
  phone: string | null
  dateOfBirth: string | null
  address: string | null
  city: string | null
  state: string | null
  zipCode: string | null
  updatedAt: string
}

/** The name is one text: Carefold does not store which part is the family name. */
export function patientResource(row: PatientRow, place: FhirPlace): Patient {
  const telecom: Patient['telecom'] = [
    ...(row.email ? [{ system: 'email' as const, value: row.email }] : []),
    ...(row.phone ? [{ system: 'phone' as const, value: row.phone }] : []),
  ]
  const address = {
    use: 'home' as const,
    ...(row.address && { line: [plainText(row.address)] }),
    ...(row.city && { city: plainText(row.city) }),
    ...(row.state && { state: plainText(row.state) }),
    ...(row.zipCode && { postalCode: plainText(row.zipCode) }),
  }
  return {
    resourceType: 'Patient',
    id: row.id,
    meta: { lastUpdated: row.updatedAt },
    identifier: [{ use: 'usual', system: systemOf(place, 'patient'), value: row.id }],
    name: [{ use: 'official', text: plainText(row.fullName) }],
    ...(telecom.length > 0 && { telecom }),
    ...(row.dateOfBirth && { birthDate: row.dateOfBirth }),
    ...(Object.keys(address).length > 1 && { address: [address] }),
  }
}

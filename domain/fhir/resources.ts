/** The parts of FHIR R4 (4.0.1) that the endpoint writes; tests validate them against the official schema. */

interface Coding {
  system?: string
  code: string
  display?: string
}

interface CodeableConcept {
  coding?: Coding[]
  text?: string
}

export interface Reference {
  reference: string
}

interface Period {
  start?: string
  end?: string
}

interface Identifier {
  use?: 'usual'
  system: string
  value: string
}

interface Meta {
  /** An instant. */
  lastUpdated?: string
}

interface Resource<Type extends string> {
  resourceType: Type
  id: string
  meta?: Meta
}

export interface Patient extends Resource<'Patient'> {
  identifier: Identifier[]
  name: { use: 'official'; text: string }[]
  telecom?: { system: 'phone' | 'email'; value: string; use?: 'home' }[]
  birthDate?: string
  address?: { use: 'home'; line?: string[]; city?: string; state?: string; postalCode?: string }[]
}

export interface Appointment extends Resource<'Appointment'> {
  status: 'pending' | 'booked' | 'arrived' | 'fulfilled' | 'cancelled' | 'noshow'
  serviceType: CodeableConcept[]
  start: string
  end: string
  minutesDuration: number
  created: string
  participant: { actor: Reference; status: 'accepted' | 'needs-action' }[]
}

export interface Practitioner extends Resource<'Practitioner'> {
  active: boolean
  name: { text: string }[]
  qualification?: { code: CodeableConcept }[]
}

export interface Schedule extends Resource<'Schedule'> {
  active: boolean
  actor: Reference[]
}

export interface Slot extends Resource<'Slot'> {
  schedule: Reference
  status: 'free' | 'busy'
  start: string
  end: string
}

export interface Coverage extends Resource<'Coverage'> {
  identifier: Identifier[]
  status: 'active' | 'cancelled' | 'draft'
  type: CodeableConcept
  policyHolder: Reference
  beneficiary: Reference
  period: Period
  payor: Reference[]
  class: { type: CodeableConcept; value: string; name: string }[]
}

export interface Consent extends Resource<'Consent'> {
  status: 'active' | 'inactive'
  scope: CodeableConcept
  category: CodeableConcept[]
  patient: Reference
  dateTime: string
  policyRule: CodeableConcept
  provision: { type: 'permit' | 'deny' }
}

export interface DocumentReference extends Resource<'DocumentReference'> {
  status: 'current'
  subject: Reference
  date: string
  description?: string
  content: {
    attachment: { contentType?: string; url: string; size: number; title: string; creation: string }
  }[]
}

export type AnyResource =
  | Patient
  | Appointment
  | Practitioner
  | Schedule
  | Slot
  | Coverage
  | Consent
  | DocumentReference

export interface OperationOutcome {
  resourceType: 'OperationOutcome'
  issue: { severity: 'error'; code: string; diagnostics: string }[]
}

export interface Bundle {
  resourceType: 'Bundle'
  type: 'searchset'
  total?: number
  link: { relation: 'self' | 'next'; url: string }[]
  entry?: { fullUrl: string; resource: AnyResource; search: { mode: 'match' } }[]
}

/** Where a clinic's endpoint is: `https://sunrise.carefold.example/fhir/r4`, without a trailing slash. */
export interface FhirPlace {
  base: string
}

import { plainText, referenceTo, systemOf } from './codes.ts'
import type { Appointment, FhirPlace } from './resources.ts'

/** Instants are ISO strings. */
export interface AppointmentRow {
  id: string
  patientId: string
  providerId: string | null
  status: string
  hasArrived: boolean
  type: string
  typeName: string | null
  startsAt: string
  endsAt: string
  minutes: number
  createdAt: string
  updatedAt: string
}

/** Each status of FHIR with the visit's own; `hasArrived` only where it decides. For the resource and for searches. */
export const appointmentStatuses: readonly {
  fhir: Appointment['status']
  own: string
  hasArrived?: boolean
}[] = [
  { fhir: 'pending', own: 'requested' },
  { fhir: 'booked', own: 'upcoming', hasArrived: false },
  { fhir: 'arrived', own: 'upcoming', hasArrived: true },
  { fhir: 'fulfilled', own: 'completed' },
  { fhir: 'cancelled', own: 'canceled' },
  { fhir: 'noshow', own: 'no_show' },
]

/** Without the team's notes, and without the reason of a cancellation. */
export function appointmentResource(row: AppointmentRow, place: FhirPlace): Appointment {
  const found = appointmentStatuses.find(
    ({ own, hasArrived }) => own === row.status && (hasArrived ?? row.hasArrived) === row.hasArrived,
  )
  if (!found) throw new Error(`a visit has no status ${row.status}`)
  const status = found.fhir === 'pending' ? 'needs-action' : 'accepted'
  return {
    resourceType: 'Appointment',
    id: row.id,
    meta: { lastUpdated: row.updatedAt },
    status: found.fhir,
    serviceType: [
      {
        coding: [
          {
            system: systemOf(place, 'visit-type'),
            code: row.type,
            ...(row.typeName && { display: plainText(row.typeName) }),
          },
        ],
      },
    ],
    start: row.startsAt,
    end: row.endsAt,
    minutesDuration: row.minutes,
    created: row.createdAt,
    participant: [
      { actor: referenceTo('Patient', row.patientId), status: 'accepted' },
      ...(row.providerId ? [{ actor: referenceTo('Practitioner', row.providerId), status } as const] : []),
    ],
  }
}

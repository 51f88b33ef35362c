import { sql } from 'kysely'
import { type AppointmentRow, appointmentResource, appointmentStatuses } from '#domain/fhir/appointment.ts'
import { dateValue, tokenValue } from '#domain/fhir/search-values.ts'
import { anyOf, instantIs, referenceIs } from './conditions.ts'
import { type Parameter, readableRows } from './readable.ts'

interface Row extends Omit<AppointmentRow, 'startsAt' | 'endsAt' | 'createdAt' | 'updatedAt'> {
  startsAt: Date
  endsAt: Date
  createdAt: Date
  updatedAt: Date
}

const patient: Parameter = (value, _name, { place }) =>
  referenceIs(sql`a.patient_id`, 'Patient', value, place.base)
const practitioner: Parameter = (value, _name, { place }) =>
  referenceIs(sql`a.provider_id`, 'Practitioner', value, place.base)

export const appointments = readableRows<Row>({
  tables: ['appointments'],
  id: sql`a.id`,
  updatedAt: sql`a.updated_at`,
  parameters: {
    patient,
    practitioner,
    actor: (...of) => anyOf([patient(...of), practitioner(...of)]),
    date: (value, name, { zone }) => instantIs(sql`a.starts_at`, dateValue(name, value, zone)),
    status: (value) =>
      anyOf(
        appointmentStatuses
          .filter(({ fhir }) => fhir === tokenValue(value).code)
          .map(({ own, hasArrived }) =>
            hasArrived === undefined
              ? sql<boolean>`a.status = ${own}`
              : sql<boolean>`(a.status = ${own} and (a.arrived_at is not null) = ${hasArrived})`,
          ),
      ),
  },
  select: ({ clinicId }, where) => sql<Row>`
    select a.id, a.patient_id as "patientId", a.provider_id as "providerId", a.status,
           a.arrived_at is not null as "hasArrived", a.type, t.name as "typeName", a.starts_at as "startsAt",
           a.ends_at as "endsAt", a.duration_minutes as minutes, a.created_at as "createdAt", a.updated_at as "updatedAt"
      from public.appointments a
      left join public.appointment_types t on t.clinic_id = ${clinicId} and t.key = a.type
     where a.clinic_id = ${clinicId} and ${where}`,
  resource: (row, place) =>
    appointmentResource(
      {
        ...row,
        startsAt: row.startsAt.toISOString(),
        endsAt: row.endsAt.toISOString(),
        createdAt: row.createdAt.toISOString(),
        updatedAt: row.updatedAt.toISOString(),
      },
      place,
    ),
  patientOf: ({ patientId }) => patientId,
})

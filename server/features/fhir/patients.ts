import { sql } from 'kysely'
import { systemOf } from '#domain/fhir/codes.ts'
import { type PatientRow, patientResource } from '#domain/fhir/patient.ts'
import { dateValue, tokenValue } from '#domain/fhir/search-values.ts'
import { fold } from '#domain/values/fold.ts'
import { dayIs, idIs, nameBegins, never } from './conditions.ts'
import { readableRows } from './readable.ts'

type Row = Omit<PatientRow, 'updatedAt'> & { updatedAt: Date }

const updatedAt = sql`greatest(p.updated_at, d.updated_at)`

export const patients = readableRows<Row>({
  tables: ['patients', 'patient_details'],
  id: sql`p.id`,
  updatedAt,
  parameters: {
    identifier(value, _name, { place }) {
      const { system, code } = tokenValue(value)
      return system === null || system === systemOf(place, 'patient') ? idIs(sql`p.id`, code) : never
    },
    name: (value) => nameBegins(sql`p.full_name`, fold(value)),
    email: (value) => sql<boolean>`p.email = ${tokenValue(value).code.toLowerCase()}`,
    phone: (value) => sql<boolean>`d.phone = ${`+${tokenValue(value).code.replaceAll(/\D/g, '')}`}`,
    birthdate: (value, name, { zone }) => dayIs(sql`d.date_of_birth`, dateValue(name, value, zone)),
  },
  select: ({ clinicId }, where) => sql<Row>`
    select p.id, p.full_name as "fullName", p.email, d.phone, d.date_of_birth as "dateOfBirth", d.address, d.city, d.state,
           d.zip_code as "zipCode", ${updatedAt} as "updatedAt"
      from public.patients p
      left join public.patient_details d on d.clinic_id = ${clinicId} and d.patient_id = p.id
     where p.clinic_id = ${clinicId} and ${where}`,
  resource: (row, place) => patientResource({ ...row, updatedAt: row.updatedAt.toISOString() }, place),
  patientOf: ({ id }) => id,
})

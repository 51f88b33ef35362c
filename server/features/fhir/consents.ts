import { sql } from 'kysely'
import { systemOf } from '#domain/fhir/codes.ts'
import { type ConsentRow, consentResource } from '#domain/fhir/consent.ts'
import { dateValue, tokenValue } from '#domain/fhir/search-values.ts'
import { instantIs, never, referenceIs } from './conditions.ts'
import { type Asking, readableRows } from './readable.ts'

type Row = Omit<ConsentRow, 'givenAt'> & { givenAt: Date }

const isNewest = ({ clinicId }: Asking) => sql<boolean>`
  not exists (select from public.consents n
               where n.clinic_id = ${clinicId} and n.patient_id = c.patient_id and n.purpose = c.purpose
                 and (n.given_at, n.id) > (c.given_at, c.id))`

export const consents = readableRows<Row>({
  tables: ['consents'],
  id: sql`c.id`,
  updatedAt: sql`c.given_at`,
  parameters: {
    patient: (value, _name, { place }) => referenceIs(sql`c.patient_id`, 'Patient', value, place.base),
    date: (value, name, { zone }) => instantIs(sql`c.given_at`, dateValue(name, value, zone)),
    category(value, _name, { place }) {
      const { system, code } = tokenValue(value)
      return system === null || system === systemOf(place, 'consent')
        ? sql<boolean>`c.purpose = ${code}`
        : never
    },
    status(value, _name, asking) {
      const { code } = tokenValue(value)
      if (code === 'active') return isNewest(asking)
      return code === 'inactive' ? sql<boolean>`not ${isNewest(asking)}` : never
    },
  },
  select: (asking, where) => sql<Row>`
    select c.id, c.patient_id as "patientId", c.purpose, c.is_given as "isGiven", ${isNewest(asking)} as "isNewest", c.version,
           c.given_at as "givenAt"
      from public.consents c
     where c.clinic_id = ${asking.clinicId} and ${where}`,
  resource: (row, place) => consentResource({ ...row, givenAt: row.givenAt.toISOString() }, place),
  patientOf: ({ patientId }) => patientId,
})

import { sql } from 'kysely'
import { type ProviderRow, practitionerResource, scheduleResource } from '#domain/fhir/practitioner.ts'
import { badValue } from '#domain/fhir/search-request.ts'
import { tokenValue } from '#domain/fhir/search-values.ts'
import { fold } from '#domain/values/fold.ts'
import { type Condition, nameBegins, referenceIs } from './conditions.ts'
import { type Asking, type Parameter, readableRows } from './readable.ts'

type Row = Omit<ProviderRow, 'updatedAt'> & { updatedAt: Date }

const active: Parameter = (value, name) => {
  const { code } = tokenValue(value)
  if (code !== 'true' && code !== 'false') throw badValue(name)
  return sql<boolean>`p.is_active = ${code === 'true'}`
}

const ofProviders = {
  tables: [],
  id: sql`p.id`,
  updatedAt: sql`p.updated_at`,
  select: ({ clinicId }: Asking, where: Condition) =>
    sql<Row>`
      select p.id, p.name, p.title, p.is_active as "isActive", p.updated_at as "updatedAt"
        from public.providers p where p.clinic_id = ${clinicId} and ${where}`,
  patientOf: () => null,
}

const withText = (row: Row): ProviderRow => ({ ...row, updatedAt: row.updatedAt.toISOString() })

export const practitioners = readableRows<Row>({
  ...ofProviders,
  parameters: { active, name: (value) => nameBegins(sql`p.name`, fold(value)) },
  resource: (row) => practitionerResource(withText(row)),
})

export const schedules = readableRows<Row>({
  ...ofProviders,
  parameters: {
    active,
    actor: (value, _name, { place }) => referenceIs(sql`p.id`, 'Practitioner', value, place.base),
  },
  resource: (row) => scheduleResource(withText(row)),
})

import { type RawBuilder, sql } from 'kysely'
import { systemOf } from '#domain/fhir/codes.ts'
import { type CoverageRow, coverageResource, coverageStatuses } from '#domain/fhir/coverage.ts'
import { tokenValue } from '#domain/fhir/search-values.ts'
import { dateIn } from '#domain/values/zones.ts'
import { idIs, never, referenceIs } from './conditions.ts'
import { type Asking, type Parameter, readableRows } from './readable.ts'

const beneficiary: Parameter = (value, _name, { place }) =>
  referenceIs(sql`m.patient_id`, 'Patient', value, place.base)

const isOver = ({ now, zone }: Asking): RawBuilder<boolean> =>
  sql<boolean>`coalesce(m.until_on < ${dateIn(now, zone)}::date, false)`

export const coverages = readableRows<CoverageRow>({
  tables: ['subscriptions', 'subscription_members'],
  id: sql`m.id`,
  parameters: {
    beneficiary,
    patient: beneficiary,
    identifier(value, _name, { place }) {
      const { system, code } = tokenValue(value)
      return system === null || system === systemOf(place, 'subscription') ? idIs(sql`s.id`, code) : never
    },
    status(value, _name, asking) {
      const active = sql<boolean>`(s.status = any (${[...coverageStatuses.active]}::text[]) and not ${isOver(asking)})`
      const draft = sql<boolean>`s.status = any (${[...coverageStatuses.draft]}::text[])`
      const { code } = tokenValue(value)
      if (code === 'active') return active
      if (code === 'draft') return draft
      return code === 'cancelled' ? sql<boolean>`not (${active} or ${draft})` : never
    },
  },
  select: (asking, where) => sql<CoverageRow>`
    select m.id, s.id as "subscriptionId", m.patient_id as "patientId", s.owner_patient_id as "payerId", s.plan_id as "planId",
           v.name as "planName", s.status, m.from_on as "from", m.until_on as "until", ${isOver(asking)} as "isOver"
      from public.subscription_members m
      join public.subscriptions s on s.clinic_id = ${asking.clinicId} and s.id = m.subscription_id
      join public.plan_versions v on v.clinic_id = ${asking.clinicId} and v.id = s.version_id
     where m.clinic_id = ${asking.clinicId} and ${where}`,
  resource: coverageResource,
  patientOf: ({ patientId }) => patientId,
})

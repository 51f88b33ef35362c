import { type RawBuilder, sql } from 'kysely'
import type { AnyResource, FhirPlace } from '#domain/fhir/resources.ts'
import type { SearchRequest } from '#domain/fhir/search-request.ts'
import { dateValue } from '#domain/fhir/search-values.ts'
import type { Tx } from '#server/platform/database/transactions.ts'
import { allOf, anyOf, type Column, type Condition, idAfter, idIs, instantIs } from './conditions.ts'

/** The program's transaction and clinic, for each read. */
export interface Asking {
  tx: Tx
  clinicId: string
  place: FhirPlace
  zone: string
  now: Date
}

export interface Found {
  resource: AnyResource
  /** Null for resources about no patient. */
  patientId: string | null
}

export interface Readable {
  /** The tables that the audit trail names; empty for resources about no patient. */
  tables: readonly string[]
  /** @throws FhirProblem for a value that is not valid */
  search(asking: Asking, request: SearchRequest): Promise<{ found: Found[]; next: string | null }>
  read(asking: Asking, id: string): Promise<Found | null>
}

/** One value of a search parameter as a condition. */
export type Parameter = (value: string, name: string, asking: Asking) => Condition

/** A resource of which each is a row with a UUID. Pages follow the ids, so that no row is lost or repeated between two. */
export function readableRows<Row>(definition: {
  tables: readonly string[]
  id: Column
  /** Absent: without `_lastUpdated`. */
  updatedAt?: Column
  parameters: Readonly<Record<string, Parameter>>
  /** The rows that match, of the clinic alone. */
  select(asking: Asking, where: Condition): RawBuilder<Row>
  resource(row: Row, place: FhirPlace): AnyResource
  patientOf(row: Row): string | null
}): Readable {
  const { tables, id, updatedAt, select } = definition
  const parameters: Readonly<Record<string, Parameter>> = {
    ...definition.parameters,
    _id: (value) => idIs(id, value),
    ...(updatedAt && {
      _lastUpdated: (value, name, { zone }) => instantIs(updatedAt, dateValue(name, value, zone)),
    }),
  }
  const found = async (asking: Asking, where: Condition, most: number): Promise<Found[]> => {
    const { rows } = await sql<Row>`${select(asking, where)} order by ${id} limit ${most}::integer`.execute(
      asking.tx,
    )
    return rows.map((row) => ({
      resource: definition.resource(row, asking.place),
      patientId: definition.patientOf(row),
    }))
  }
  return {
    tables,
    async search(asking, { criteria, count, after }) {
      const conditions = criteria.map(({ name, values }) =>
        anyOf(
          values.map((value) => {
            const parameter = parameters[name]
            if (!parameter) throw new Error(`the search parameter ${name} is not implemented`)
            return parameter(value, name, asking)
          }),
        ),
      )
      const page = await found(asking, allOf([...conditions, idAfter(id, after)]), count + 1)
      const shown = page.slice(0, count)
      return { found: shown, next: page.length > count ? (shown.at(-1)?.resource.id ?? null) : null }
    },
    async read(asking, wanted) {
      const [one] = await found(asking, idIs(id, wanted), 1)
      return one ?? null
    },
  }
}

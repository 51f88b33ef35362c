import type { RestStatement } from '../database.ts'
import { RestError } from '../errors/rest-error.ts'
import type { TenantCondition } from '../plan/tenants.ts'
import type { TypeName } from '../schema/tables.ts'

/**
 * Sends every value as text and casts it like an untyped literal: `$1::text::"int4"`. The drivers differ in how they
 * serialize typed values.
 */
export class Parameters {
  readonly values: string[] = []
  /** By the list's name; empty: the caller's tenant alone. */
  readonly #tenantsAt = new Map<string, number>()
  readonly #numbers = new Map<string, number>()

  /** Equal values share a placeholder, so that `group by` recognizes equal expressions. */
  text(value: string): string {
    if (value.includes('\0')) throw nul()
    let number = this.#numbers.get(value)
    if (number === undefined) {
      this.values.push(value)
      number = this.values.length
      this.#numbers.set(value, number)
    }
    return `$${number}::text`
  }

  /** Postgres infers the type, for operators with another type than their column's. Never shared. */
  untyped(value: string): string {
    if (value.includes('\0')) throw nul()
    return `$${this.values.push(value)}`
  }

  typed(value: string, type: TypeName): string {
    return type.name === 'text' && type.schema === 'pg_catalog'
      ? this.text(value)
      : `${this.text(value)}::${typeName(type)}`
  }

  number(value: number): string {
    return `${this.text(String(value))}::int8`
  }

  /**
   * The condition on a row's tenant, which the database fills in. Cast once: a distributed database recognizes only a
   * constant or a parameter as a value.
   */
  ofTenant(alias: string, { column: { name, baseType }, list }: TenantCondition): string {
    const by = list ?? ''
    const at = this.#tenantsAt.get(by) ?? this.values.push('') - 1
    this.#tenantsAt.set(by, at)
    const value = `$${at + 1}::${typeName(baseType)}`
    return `${columnOf(alias, name)} = ${list === undefined ? value : `ANY (${value}[])`}`
  }

  statement(sql: string): RestStatement {
    const { values: params } = this
    return this.#tenantsAt.size === 0 ? { sql, params } : { sql, params, tenantsAt: this.#tenantsAt }
  }
}

// Postgres cannot store NUL; refused here, because the drivers report it differently
function nul(): RestError {
  return new RestError(400, '22021', 'invalid byte sequence for encoding "UTF8": 0x00')
}

export function identifier(name: string): string {
  if (/^\w+$/.test(name)) return `"${name}"`
  if (name.includes('\0')) throw nul()
  // Postgres' wording
  if (name === '') throw new RestError(400, '42601', 'zero-length delimited identifier at or near """"')
  return `"${name.replaceAll('"', '""')}"`
}

export function qualifiedName({ schema, name }: { schema: string; name: string }): string {
  return `${identifier(schema)}.${identifier(name)}`
}

export function columnOf(alias: string, column: string): string {
  return `${identifier(alias)}.${identifier(column)}`
}

/** With its schema, independent of the search path. */
export function typeName(type: TypeName): string {
  return type.schema === 'pg_catalog' ? `pg_catalog.${identifier(type.name)}` : qualifiedName(type)
}

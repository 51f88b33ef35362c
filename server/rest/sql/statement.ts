import { RestError } from '../errors/rest-error.ts'
import type { TypeName } from '../schema/tables.ts'

/**
 * Collects the parameters of one statement.
 *
 * Every value travels as text and is cast in the statement, as an untyped literal would be: `$1::text::"int4"`. So the
 * drivers, which differ in how they write typed values, never touch them.
 */
export class Parameters {
  readonly values: string[] = []
  readonly #numbers = new Map<string, number>()

  /** The parameter's place as text. One value has one place, so equal expressions are equal to `group by`. */
  text(value: string): string {
    // Postgres cannot hold this character; said here, because the drivers say it differently
    if (value.includes('\0'))
      throw new RestError(400, '22021', 'invalid byte sequence for encoding "UTF8": 0x00')
    let number = this.#numbers.get(value)
    if (number === undefined) {
      this.values.push(value)
      number = this.values.length
      this.#numbers.set(value, number)
    }
    return `$${number}::text`
  }

  typed(value: string, type: TypeName): string {
    return type.name === 'text' && type.schema === 'pg_catalog'
      ? this.text(value)
      : `${this.text(value)}::${typeName(type)}`
  }

  number(value: number): string {
    return `${this.text(String(value))}::int8`
  }
}

/** A finished statement. */
export interface Statement {
  sql: string
  params: string[]
}

/** Quotes a name so that it can only ever be a name. */
export function identifier(name: string): string {
  if (/^\w+$/.test(name)) return `"${name}"`
  if (name.includes('\0'))
    throw new RestError(400, '22021', 'invalid byte sequence for encoding "UTF8": 0x00')
  // a name without a character is none
  if (name === '') throw new RestError(400, '42601', 'zero-length delimited identifier at or near """"')
  return `"${name.replaceAll('"', '""')}"`
}

export function qualifiedName({ schema, name }: { schema: string; name: string }): string {
  return `${identifier(schema)}.${identifier(name)}`
}

export function columnOf(alias: string, column: string): string {
  return `${identifier(alias)}.${identifier(column)}`
}

/** Built-in types are found without their schema, whatever the search path is. */
export function typeName(type: TypeName): string {
  return type.schema === 'pg_catalog' ? `pg_catalog.${identifier(type.name)}` : qualifiedName(type)
}

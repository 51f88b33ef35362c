import type { JsonSchema } from '#domain/api/api-document.ts'
import { apiTexts } from '#domain/texts/api.ts'

export interface SchemaRow {
  /** `household.children[].name` */
  path: string
  type: string
  isOptional: boolean
  description: string
}

/** The fields of an object's schema, one row each, those of nested objects after their own. */
export function schemaRows(schema: JsonSchema, prefix = ''): SchemaRow[] {
  return Object.entries(schema.properties ?? {}).flatMap(([name, field]) => {
    const path = `${prefix}${name}`
    const isOptional = !schema.required?.includes(name)
    return [
      { path, type: typeOf(field), isOptional, description: field.description ?? '' },
      ...nestedRows(field, path),
    ]
  })
}

function nestedRows(schema: JsonSchema, path: string): SchemaRow[] {
  if (schema.properties) return schemaRows(schema, `${path}.`)
  if (schema.items) return nestedRows(schema.items, `${path}[]`)
  return (schema.anyOf ?? []).flatMap((option) => nestedRows(option, path))
}

/** A schema in a few words: `string, 1 to 60 characters`, `integer or null`, `"month" or "year"`. */
function typeOf(schema: JsonSchema): string {
  if (schema.enum) return schema.enum.map((value) => JSON.stringify(value)).join(' or ')
  if (schema.const !== undefined) return JSON.stringify(schema.const)
  if (schema.anyOf) return [...new Set(schema.anyOf.map(typeOf))].join(' or ')
  if (schema.items) return apiTexts.page.listOf(typeOf(schema.items))
  return [schema.format ?? schema.type ?? apiTexts.page.anyValue, rangeOf(schema)].filter(Boolean).join(', ')
}

function rangeOf({ minLength, maxLength, minimum, maximum }: JsonSchema): string {
  const { page } = apiTexts
  if (minLength !== undefined || maxLength !== undefined) return page.characters(minLength ?? 0, maxLength)
  // the limits of a safe integer say nothing
  const isBounded = (limit: number | undefined) =>
    limit !== undefined && Math.abs(limit) < Number.MAX_SAFE_INTEGER
  if (!isBounded(minimum) && !isBounded(maximum)) return ''
  return page.range(isBounded(minimum) ? minimum : undefined, isBounded(maximum) ? maximum : undefined)
}

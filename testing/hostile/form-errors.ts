import type * as z from 'zod/mini'

/** The first error message of each field, by path. */
export function formErrors(schema: z.ZodMiniType, values: unknown): Record<string, string> {
  const issues = schema.safeParse(values).error?.issues ?? []
  return Object.fromEntries(issues.toReversed().map(({ path, message }) => [path.join('.'), message]))
}

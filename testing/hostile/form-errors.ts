import type * as z from 'zod/mini'

/** The error message that a form shows at each field, by path: the first of each. */
export function formErrors(schema: z.ZodMiniType, values: unknown): Record<string, string> {
  const issues = schema.safeParse(values).error?.issues ?? []
  return Object.fromEntries(issues.toReversed().map(({ path, message }) => [path.join('.'), message]))
}

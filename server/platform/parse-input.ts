import type * as z from 'zod/mini'
import { AppError, type FieldError } from '#domain/errors.ts'
import { unstorableText } from '#domain/texts/errors.ts'
import { unstorablePlaces } from './storable-text.ts'

/** @throws AppError `invalid_input` with one message per field, also for text that no column can hold */
export function parseInput<Input extends z.ZodMiniType>(schema: Input, raw: unknown): z.output<Input> {
  const unstorable = unstorablePlaces(raw)
  if (unstorable.length > 0)
    throw new AppError('invalid_input', {
      fields: unstorable.map((path) => ({ path, message: unstorableText })),
    })
  const result = schema.safeParse(raw)
  if (result.success) return result.data
  const fields: FieldError[] = result.error.issues.map((issue) => ({
    path: issue.path.join('.'),
    message: issue.message,
  }))
  throw new AppError('invalid_input', { fields })
}

import * as z from 'zod/mini'
import { oneLine } from './line-text.ts'

/** Replaces `z.trim()` in a schema. */
export const onOneLine = () => z.overwrite<string>(oneLine)

const nameKeys = [
  'name',
  'full_name',
  'first_name',
  'last_name',
  'given_name',
  'family_name',
  'nickname',
  'preferred_username',
]

export function withNamesOnOneLine(metadata: Record<string, unknown>): Record<string, unknown> {
  const names = nameKeys.flatMap((key) => {
    const value = metadata[key]
    return typeof value === 'string' ? [[key, oneLine(value)]] : []
  })
  return { ...metadata, ...Object.fromEntries(names) }
}

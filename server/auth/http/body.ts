import * as z from 'zod/mini'
import { oneLine } from '#domain/values/line-text.ts'
import { withNamesOnOneLine } from '#domain/values/one-line.ts'
import { isStorable } from '#server/platform/storable-text.ts'
import { badJson, bodyTooLarge } from '../errors.ts'

const maxBodyBytes = 1024 * 1024
const maxDepth = 64

/** Null counts as absent, as in the reference. */
export const text = z.pipe(
  z.optional(z.nullable(z.string())),
  z.transform((value) => value ?? ''),
)
/** Distinguishes an absent field (null) from an empty one. */
export const optionalText = z.pipe(
  z.optional(z.nullable(z.string())),
  z.transform((value) => value ?? null),
)
export const flag = (fallback: boolean) =>
  z.pipe(
    z.optional(z.nullable(z.boolean())),
    z.transform((value) => value ?? fallback),
  )
export const name = z.pipe(
  z.optional(z.nullable(z.string())),
  z.transform((value) => oneLine(value ?? '')),
)
export const optionalObject = z.pipe(
  z.optional(z.nullable(z.record(z.string(), z.unknown()))),
  z.transform((value) => value ?? null),
)
/** Puts its names on one line. */
export const optionalMetadata = z.pipe(
  optionalObject,
  z.transform((value) => value && withNamesOnOneLine(value)),
)

/**
 * Reads a JSON body whatever its Content-Type; ignores unknown fields.
 * @param whenEmpty replaces an empty body, which is refused otherwise
 * @throws AuthError 413 `request_entity_too_large`, 400 `bad_json`
 */
export async function readBody<Fields>(
  request: Request,
  schema: z.ZodMiniType<Fields>,
  whenEmpty?: Record<string, unknown>,
): Promise<Fields> {
  const raw = await readText(request)
  if (raw.trim() === '' && whenEmpty === undefined) throw badJson('unexpected end of JSON input')
  const result = schema.safeParse(raw.trim() === '' ? whenEmpty : parse(raw))
  if (result.success) return result.data
  const issue = result.error.issues[0]
  throw badJson(`wrong type for field ${issue?.path.join('.') || '(body)'}`)
}

const texts = new WeakMap<Request, Promise<string>>()

/**
 * May be called more than once.
 * @throws AuthError 413 `request_entity_too_large`
 */
export function readText(request: Request): Promise<string> {
  let text = texts.get(request)
  if (!text) {
    text = readOnce(request)
    texts.set(request, text)
  }
  return text
}

async function readOnce(request: Request): Promise<string> {
  const declared = request.headers.get('content-length')
  if (Number(declared ?? 0) > maxBodyBytes) throw bodyTooLarge()
  // HTTP ends the body at its declared length
  if (declared !== null) return request.text()
  const chunks: Uint8Array[] = []
  let size = 0
  for await (const chunk of request.body ?? []) {
    size += chunk.byteLength
    if (size > maxBodyBytes) throw bodyTooLarge()
    chunks.push(chunk)
  }
  return Buffer.concat(chunks).toString('utf8')
}

function parse(raw: string): unknown {
  let value: unknown
  try {
    value = JSON.parse(raw)
  } catch (error) {
    throw badJson((error as Error).message.slice(0, 80))
  }
  assertStorable(value, 0)
  return value
}

/** Deep nesting would exhaust the stack. */
function assertStorable(value: unknown, depth: number): void {
  if (depth > maxDepth) throw badJson('exceeded max depth')
  if (typeof value === 'string') {
    if (!isStorable(value)) throw badJson('invalid character in string')
  } else if (Array.isArray(value)) {
    for (const item of value) assertStorable(item, depth + 1)
  } else if (value && typeof value === 'object') {
    for (const [key, item] of Object.entries(value)) {
      assertStorable(key, depth)
      assertStorable(item, depth + 1)
    }
  }
}

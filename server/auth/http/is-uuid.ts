const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i

/** RFC 9562's value for "no id". */
export const nilUuid = '00000000-0000-0000-0000-000000000000'

/** Checks the type as well: a claim that is a list of one id would match as text. */
export function isUuid(text: unknown): text is string {
  return typeof text === 'string' && uuid.test(text)
}

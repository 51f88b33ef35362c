import type { ErrorCode } from '#domain/errors.ts'

/** True if an answer is a 403 with that code, from a function or as a trigger's hint. The body stays readable. */
export async function isRefusedWith(response: Response, refusal: ErrorCode): Promise<boolean> {
  if (response.status !== 403) return false
  const body: unknown = await response
    .clone()
    .json()
    .catch(() => null)
  const { code, hint, error } = (body ?? {}) as { code?: string; hint?: string; error?: { code?: string } }
  return [code, hint, error?.code].includes(refusal)
}

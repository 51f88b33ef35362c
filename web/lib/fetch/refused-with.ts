import type { ErrorCode } from '#domain/errors.ts'

/** Whether an answer forbids with that code: of a function, or as the hint of a trigger. Its body can still be read. */
export async function isRefusedWith(response: Response, refusal: ErrorCode): Promise<boolean> {
  if (response.status !== 403) return false
  const body: unknown = await response
    .clone()
    .json()
    .catch(() => null)
  const { code, hint, error } = (body ?? {}) as { code?: string; hint?: string; error?: { code?: string } }
  return [code, hint, error?.code].includes(refusal)
}

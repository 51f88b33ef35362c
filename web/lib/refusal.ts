import { ApiError } from './api-error.ts'

/** What a toast says under its title after a failed function: the server's own sentence; nothing for a defect. */
export function refusal(error: unknown): { description?: string } {
  return error instanceof ApiError && error.code !== 'unexpected' ? { description: error.message } : {}
}

import { AppError, type ErrorCode } from '#domain/errors.ts'
import { isConstraint } from '../database/refused-value.ts'

/** @throws AppError `storage_full` */
export function refusesFullStorage<T>(work: Promise<T>): Promise<T> {
  return refusing(work, 'storage_use_within_limit', 'storage_full')
}

/** @throws AppError `form_files_full` */
export function refusesFullQuestion<T>(work: Promise<T>): Promise<T> {
  return refusing(work, 'form_requests_files_check', 'form_files_full')
}

async function refusing<T>(work: Promise<T>, constraint: string, refusal: ErrorCode): Promise<T> {
  try {
    return await work
  } catch (error) {
    const { code } = error as { code?: string }
    if (code === '23514' && isConstraint(error, constraint)) throw new AppError(refusal)
    throw error
  }
}

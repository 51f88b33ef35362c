import { AppError } from '#domain/errors.ts'
import { isConstraint } from '../database/refused-value.ts'

/** @throws AppError `storage_full` */
export async function refusesFullStorage<T>(work: Promise<T>): Promise<T> {
  try {
    return await work
  } catch (error) {
    const { code } = error as { code?: string }
    if (code === '23514' && isConstraint(error, 'storage_use_within_limit'))
      throw new AppError('storage_full')
    throw error
  }
}

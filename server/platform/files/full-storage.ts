import { AppError } from '#domain/errors.ts'

/** @throws AppError `storage_full` */
export async function refusesFullStorage<T>(work: Promise<T>): Promise<T> {
  try {
    return await work
  } catch (error) {
    const { code, constraint } = error as { code?: string; constraint?: string }
    if (code === '23514' && constraint === 'storage_use_within_limit') throw new AppError('storage_full')
    throw error
  }
}

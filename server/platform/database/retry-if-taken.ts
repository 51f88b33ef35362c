const uniqueViolation = '23505'

/**
 * Repeats a step after a concurrent request has inserted the same unique key.
 * @param step opens its own transaction
 */
export async function retryIfTaken<T>(step: () => Promise<T>): Promise<T> {
  try {
    return await step()
  } catch (error) {
    if ((error as { code?: unknown }).code !== uniqueViolation) throw error
    return step()
  }
}

/**
 * Runs pieces of work one after the other, in the order in which they were asked for. So a concurrent retry
 * waits for the first outcome, and a unit is stored before the next one sees it.
 */
export function createQueue() {
  let last: Promise<unknown> = Promise.resolve()
  return function exclusive<T>(work: () => Promise<T> | T): Promise<T> {
    const result = last.then(work)
    last = result.catch(() => undefined)
    return result
  }
}

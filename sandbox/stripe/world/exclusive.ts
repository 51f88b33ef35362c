/**
 * Runs tasks one after the other, in the order of calls. So a concurrent retry waits for the first outcome, and a unit of
 * work is stored before the next one starts.
 */
export function createQueue() {
  let last: Promise<unknown> = Promise.resolve()
  return function exclusive<T>(work: () => Promise<T> | T): Promise<T> {
    const result = last.then(work)
    last = result.catch(() => undefined)
    return result
  }
}

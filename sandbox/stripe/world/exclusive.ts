/** In call order: a concurrent retry waits for the first outcome, and each unit of work is stored before the next. */
export function createQueue() {
  let last: Promise<unknown> = Promise.resolve()
  return function exclusive<T>(work: () => Promise<T> | T): Promise<T> {
    const result = last.then(work)
    last = result.catch(() => undefined)
    return result
  }
}

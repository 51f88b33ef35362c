import { liveMarkHeader } from '#domain/reads.ts'

/**
 * A fetch that keeps the mark of its very first answer: everything that the page shows was read after it. An answer to any
 * later request would not do, since something may have been read, and have changed, before.
 */
export function withFirstMark(send: typeof fetch): { fetch: typeof fetch; mark(): string | null } {
  let isFirst = true
  let mark: string | null = null
  return {
    mark: () => mark,
    async fetch(input, init) {
      const mayMark = isFirst
      isFirst = false
      const response = await send(input, init)
      if (mayMark) mark = response.headers.get(liveMarkHeader)
      return response
    },
  }
}

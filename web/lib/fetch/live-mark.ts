import { liveMarkHeader } from '#domain/reads.ts'

/**
 * A fetch that returns the change mark of its first answer: everything on the page was read after it. A later mark
 * could miss a change to data read before.
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

import { describe, expect, it } from 'vitest'
import { followLive, type LiveParts } from './live.ts'

/** Runs until the answers are used up. Each answer is a body in pieces, or a status. */
async function follow(answers: (string[] | { status: number; retryAfter?: string } | 'no answer')[]) {
  const end = new AbortController()
  const changed: string[] = []
  const pauses: number[] = []
  let words = 0
  const parts: LiveParts = {
    async open() {
      const next = answers.shift()
      if (next === 'no answer' || next === undefined) throw new TypeError('no answer')
      if (!Array.isArray(next)) {
        const headers = next.retryAfter ? { 'Retry-After': next.retryAfter } : undefined
        return new Response(null, { status: next.status, headers })
      }
      return new Response(
        new ReadableStream({
          start(controller) {
            for (const piece of next) controller.enqueue(new TextEncoder().encode(piece))
            controller.close()
          },
        }),
      )
    },
    onChanged: (topic) => changed.push(topic),
    onAlive: () => words++,
    async wait(ms) {
      pauses.push(ms)
      if (answers.length === 0) end.abort()
    },
    random: () => 0.5,
  }
  await followLive(parts, end.signal)
  return { changed, pauses, words, left: answers.length }
}

describe('following the stream', () => {
  it('reads topics that arrive in pieces or together', async () => {
    const { changed, words } = await follow([
      [
        'event: changed\ndata: notices\n',
        '\nevent: changed\ndata: tasks\n\n: still here\n\n',
        'event: ch',
        'anged\ndata: *\n\n',
      ],
    ])
    expect(changed).toEqual(['notices', 'tasks', '*'])
    expect(words).toBeGreaterThanOrEqual(2)
  })

  it('reopens the stream after it ends, with longer pauses after each failure', async () => {
    const { pauses } = await follow([['x'], 'no answer', 'no answer', { status: 503 }, ['x'], ['x']])
    expect(pauses.slice(0, 5)).toEqual([1_000, 2_000, 4_000, 8_000, 1_000])
  })

  it('waits as long as the server asks', async () => {
    const { pauses } = await follow([{ status: 429, retryAfter: '60' }, ['x']])
    expect(pauses[0]).toBe(60_000)
  })

  it.each([401, 403, 404])('stops on a refusal with %i', async (status) => {
    const { left } = await follow([{ status }, ['event: changed\ndata: never\n\n']])
    expect(left).toBe(1)
  })
})

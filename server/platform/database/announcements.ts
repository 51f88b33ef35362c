import type pg from 'pg'
import type { TextStatement } from '../pipeline/pipeline.ts'

/** `app.announce` in db/migrations names it too. */
export const liveChannel = 'carefold_live'

const retryMs = 1_000

export type Announce = (messages: readonly string[]) => void

/**
 * Sends announcements after their commit, without duplicates, many in one statement. Retries failed sends; a process that
 * ends loses its announcements (docs/decisions/0145).
 */
export function createAnnouncer(
  pool: Pick<pg.Pool, 'ending'>,
  channel: string,
  run: (statement: TextStatement) => Promise<unknown>,
): Announce {
  const waiting = new Set<string>()
  let isSending = false

  async function send(): Promise<void> {
    isSending = true
    while (waiting.size > 0 && !pool.ending) {
      const messages = [...waiting]
      waiting.clear()
      try {
        await run({
          sql: 'select pg_notify($1, message) from json_array_elements_text($2::json) as announced (message)',
          params: [channel, JSON.stringify(messages)],
        })
      } catch {
        for (const message of messages) waiting.add(message)
        setTimeout(() => void send(), retryMs).unref()
        return
      }
    }
    isSending = false
  }

  return (messages) => {
    for (const message of messages) waiting.add(message)
    if (!isSending && waiting.size > 0) void send()
  }
}

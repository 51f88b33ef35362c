import type pg from 'pg'
import type { TextStatement } from '../pipeline/pipeline.ts'

/** Where pages hear what to read again; `app.announce` of db/migrations names it too. */
export const liveChannel = 'carefold_live'

const retryMs = 1_000

/** Takes messages for all processes that listen to a channel; sends them soon, and nobody waits for it. */
export type Announce = (messages: readonly string[]) => void

/**
 * Sends what is committed: each message once, and many in one statement while the one before is under way. What cannot be sent is
 * sent again later; a process that ends loses it (docs/decisions/0145).
 *
 * @param pool nothing is sent once it ends
 * @param run runs a statement as the server
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

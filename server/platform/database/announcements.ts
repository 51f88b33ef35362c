/** Where pages hear what to read again; `app.announce` of db/migrations names it too. */
export const liveChannel = 'carefold_live'

const retryMs = 1_000

/**
 * Sends announcements that are committed: each once, and many in one statement while the one before is under way. What cannot be
 * sent is sent again later; a process that ends loses it (docs/decisions/0145).
 *
 * @param notify sends them to all processes
 * @returns takes further ones, and waits for nothing
 */
export function createAnnouncer(
  notify: (messages: string[]) => Promise<unknown>,
): (messages: readonly string[]) => void {
  const waiting = new Set<string>()
  let isSending = false

  async function send(): Promise<void> {
    isSending = true
    while (waiting.size > 0) {
      const messages = [...waiting]
      waiting.clear()
      try {
        await notify(messages)
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

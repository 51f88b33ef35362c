import pg from 'pg'

/** Listens until the returned function is called. */
export type Listen = (channel: string, onMessage: (payload: string) => void) => Promise<() => Promise<void>>

const reconnectMs = 1_000

/** Reconnects a broken connection, and reports each new one as an empty message, because messages may have been lost. */
export async function listenOnPostgres(
  url: string,
  channel: string,
  onMessage: (payload: string) => void,
): Promise<() => Promise<void>> {
  let closed = false
  let client: pg.Client | undefined
  const open = async (): Promise<void> => {
    if (closed) return
    const next = new pg.Client({ connectionString: url })
    next.on('notification', ({ payload }) => onMessage(payload ?? ''))
    next.on('error', () => undefined)
    next.once('end', () => {
      if (!closed) setTimeout(() => void open().then(() => onMessage('')), reconnectMs).unref()
    })
    client = next
    try {
      await next.connect()
      await next.query(`LISTEN ${pg.escapeIdentifier(channel)}`)
    } catch {
      await next.end().catch(() => undefined)
    }
  }
  await open()
  return async () => {
    closed = true
    await client?.end()
  }
}

/** Follows changes on the server, so that open pages read again (docs/decisions/0043). */

const firstPauseMs = 1_000
const longestPauseMs = 60_000
/** The server sends a heartbeat every 30 seconds; a longer silence means a dead connection. */
const silenceMs = 75_000

export interface LiveParts {
  open(signal: AbortSignal): Promise<Response>
  /** A topic changed; `*`: any may have. */
  onChanged(topic: string): void
  onAlive(): void
  wait(ms: number, signal: AbortSignal): Promise<void>
  random(): number
}

/**
 * Follows the stream until the signal aborts. Reopens it after a randomized, growing pause, so that pages do not all
 * call a restarted server at once. A final refusal ends it; the page still polls.
 */
export async function followLive(parts: LiveParts, signal: AbortSignal): Promise<void> {
  let failures = 0
  while (!signal.aborted) {
    const response = await parts.open(signal).catch(() => null)
    if (signal.aborted) return
    if (response?.ok && response.body) {
      failures = 0
      await readEvents(response.body, parts, signal).catch(() => undefined)
    } else if (response && [401, 403, 404].includes(response.status)) {
      return
    } else {
      failures++
    }
    const pauseMs = Math.min(longestPauseMs, firstPauseMs * 2 ** failures)
    const laterMs = Number(response?.headers.get('Retry-After') ?? 0) * 1_000
    await parts.wait(Math.max(laterMs, pauseMs * (0.5 + parts.random())), signal).catch(() => undefined)
  }
}

async function readEvents(
  body: ReadableStream<Uint8Array>,
  parts: Pick<LiveParts, 'onChanged' | 'onAlive'>,
  signal: AbortSignal,
): Promise<void> {
  const reader = body.pipeThrough(new TextDecoderStream() as TransformStream<Uint8Array, string>).getReader()
  let silence: ReturnType<typeof setTimeout> | undefined
  const stop = () => void reader.cancel().catch(() => undefined)
  signal.addEventListener('abort', stop)
  let rest = ''
  try {
    for (;;) {
      clearTimeout(silence)
      silence = setTimeout(stop, silenceMs)
      const { done, value } = await reader.read()
      if (done) return
      parts.onAlive()
      const events = (rest + value).split('\n\n')
      rest = events.pop() ?? ''
      for (const event of events) {
        const topic = /^event: changed\ndata: (\S+)$/.exec(event)?.[1]
        if (topic) parts.onChanged(topic)
      }
    }
  } finally {
    clearTimeout(silence)
    signal.removeEventListener('abort', stop)
  }
}

/** Sent between the tabs of one user: a topic, or that the stream is alive. */
type TabMessage = { topic: string } | { isAlive: true }

/**
 * Follows one stream for all tabs of this user and clinic: one tab opens it and broadcasts, since browsers allow six
 * HTTP/1.1 connections per host. If that tab closes, another takes over.
 *
 * @param name the same in every tab of the user and clinic
 */
export function shareLive(
  name: string,
  parts: Pick<LiveParts, 'open' | 'onChanged' | 'onAlive'>,
  signal: AbortSignal,
): void {
  const random = () => Math.random()
  const alone = () => void followLive({ ...parts, wait, random }, signal)
  const tabs = 'locks' in navigator ? openChannel(name) : null
  if (!tabs) {
    alone()
    return
  }
  signal.addEventListener('abort', () => tabs.close())
  tabs.onmessage = ({ data }: MessageEvent<TabMessage>) => {
    parts.onAlive()
    if ('topic' in data) parts.onChanged(data.topic)
  }
  const tell = (message: TabMessage) => {
    if (!signal.aborted) tabs.postMessage(message)
  }
  void navigator.locks
    .request(name, { signal }, () =>
      followLive(
        {
          open: parts.open,
          wait,
          random,
          onChanged(topic) {
            parts.onChanged(topic)
            tell({ topic })
          },
          onAlive() {
            parts.onAlive()
            tell({ isAlive: true })
          },
        },
        signal,
      ),
    )
    // a browser that refuses storage refuses locks too
    .catch(() => void (signal.aborted || alone()))
}

function openChannel(name: string): BroadcastChannel | null {
  try {
    return new BroadcastChannel(name)
  } catch {
    return null
  }
}

function wait(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((done) => {
    const timer = setTimeout(finish, ms)
    signal.addEventListener('abort', finish)
    function finish(): void {
      clearTimeout(timer)
      signal.removeEventListener('abort', finish)
      done()
    }
  })
}

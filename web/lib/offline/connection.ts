/** Offline: this device has no network. Unreachable: it has, but the server does not answer. */
export type ConnectionState = 'online' | 'offline' | 'unreachable'

/** What the watch needs of the browser. */
export interface Network {
  hasNetwork(): boolean
  /** Called each time the device goes online or offline. */
  onChange(listener: () => void): void
  /** Whether the server answers at all. */
  probe(): Promise<boolean>
  wait(delayMs: number): Promise<void>
}

export interface Connection {
  state(): ConnectionState
  subscribe(listener: () => void): () => void
  /** Resolves once there is a connection. @throws the signal's reason when it aborts first */
  whenOnline(signal?: AbortSignal | null): Promise<void>
  /** After a request without an answer: asks whether the server is there. */
  check(): Promise<ConnectionState>
}

const firstPauseMs = 500
const longestPauseMs = 8_000

/** Watches the connection, so that requests wait for it instead of failing. */
export function watchConnection(network: Network): Connection {
  let state: ConnectionState = network.hasNetwork() ? 'online' : 'offline'
  let isProbing = false
  const listeners = new Set<() => void>()

  function change(next: ConnectionState): void {
    if (next === state) return
    state = next
    for (const listener of [...listeners]) listener()
  }

  // after an interruption the server may have become unreachable as well
  network.onChange(() => {
    if (network.hasNetwork()) void check()
    else change('offline')
  })

  async function check(): Promise<ConnectionState> {
    if (!network.hasNetwork()) change('offline')
    else if (await network.probe()) change('online')
    else if (network.hasNetwork()) {
      change('unreachable')
      if (!isProbing) void probeUntilOnline()
    }
    return state
  }

  async function probeUntilOnline(): Promise<void> {
    isProbing = true
    for (
      let pauseMs = firstPauseMs;
      state === 'unreachable';
      pauseMs = Math.min(pauseMs * 2, longestPauseMs)
    ) {
      await network.wait(pauseMs)
      if (state === 'unreachable' && (await network.probe()) && network.hasNetwork()) change('online')
    }
    isProbing = false
  }

  function subscribe(listener: () => void): () => void {
    listeners.add(listener)
    return () => listeners.delete(listener)
  }

  function whenOnline(signal?: AbortSignal | null): Promise<void> {
    if (state === 'online') return Promise.resolve()
    return new Promise((done, fail) => {
      const abort = () => finish(() => fail(signal?.reason))
      const stop = subscribe(() => state === 'online' && finish(done))
      function finish(settle: () => void): void {
        stop()
        signal?.removeEventListener('abort', abort)
        settle()
      }
      signal?.addEventListener('abort', abort)
      if (signal?.aborted) abort()
    })
  }

  return { state: () => state, subscribe, whenOnline, check }
}

/** The connection of this page. */
export const connection = watchConnection({
  hasNetwork: () => globalThis.navigator?.onLine !== false,
  onChange(listener) {
    globalThis.addEventListener?.('online', listener)
    globalThis.addEventListener?.('offline', listener)
  },
  probe: () =>
    fetch('/health', { cache: 'no-store', signal: AbortSignal.timeout(5_000) }).then(
      ({ status }) => status < 500,
      () => false,
    ),
  wait: (delayMs) => new Promise((done) => setTimeout(done, delayMs)),
})

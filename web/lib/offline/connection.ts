/** `offline`: no network. `unreachable`: network, but no answer from the server. */
export type ConnectionState = 'online' | 'offline' | 'unreachable'

export interface Network {
  hasNetwork(): boolean
  onChange(listener: () => void): void
  probe(): Promise<boolean>
  wait(delayMs: number): Promise<void>
}

export interface Connection {
  state(): ConnectionState
  subscribe(listener: () => void): () => void
  /** @throws the signal's reason when it aborts first */
  whenOnline(signal?: AbortSignal | null): Promise<void>
  /** Probes the server after a request without an answer. */
  check(): Promise<ConnectionState>
}

const firstPauseMs = 500
const longestPauseMs = 8_000

/** Watches the connection, so that requests wait instead of failing. */
export function watchConnection(network: Network): Connection {
  let state: ConnectionState = network.hasNetwork() ? 'online' : 'offline'
  let isProbing = false
  const listeners = new Set<() => void>()

  function change(next: ConnectionState): void {
    if (next === state) return
    state = next
    for (const listener of [...listeners]) listener()
  }

  // the server may also have become unreachable
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

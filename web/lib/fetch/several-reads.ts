import { isRead, maxReads, type Read, type ReadAnswer, readsPath } from '#domain/reads.ts'

const collectedMs = 4

interface Waiting {
  read: Read
  signal: AbortSignal | null
  answered(response: Response): void
  failed(error: unknown): void
}

/** Headers that identify the caller and patient: only requests that agree in them are sent together. */
const ofCarrier = ['apikey', 'authorization', 'x-clinic', 'x-guardianship'] as const

/**
 * A fetch that sends simultaneous reads as one request (docs/decisions/0119) and answers each as its line arrives.
 * Other requests are sent unchanged. If the response breaks off, unanswered reads fail as without a connection.
 */
export function readsTogether(
  send: typeof fetch,
  origin: string,
  wait: (ms: number) => Promise<void> = (ms) => new Promise((done) => setTimeout(done, ms)),
): typeof fetch {
  const waiting = new Map<string, Waiting[]>()

  return (input, init) => {
    const path = input instanceof Request ? null : pathAt(origin, String(input))
    const method = init?.method?.toUpperCase() ?? 'GET'
    const body = init?.body ?? undefined
    if (path === null || !isRead(method, path.replace(/\?.*$/s, '')) || isOtherThanText(body))
      return send(input, init)

    const headers = new Headers(init?.headers)
    const carrier = ofCarrier.map((name) => headers.get(name))
    for (const name of ofCarrier) headers.delete(name)
    const read: Read = {
      method: method === 'POST' ? 'POST' : 'GET',
      path,
      headers: Object.fromEntries(headers),
      ...(body !== undefined && { body }),
    }
    return new Promise((answered, failed) => {
      const key = JSON.stringify(carrier)
      const others = waiting.get(key)
      const own = { read, signal: init?.signal ?? null, answered, failed }
      if (others) return void others.push(own)
      const all = [own]
      waiting.set(key, all)
      void wait(collectedMs).then(() => {
        waiting.delete(key)
        for (let first = 0; first < all.length; first += maxReads)
          void sendAll(all.slice(first, first + maxReads), carrier)
      })
    })
  }

  async function sendAll(all: Waiting[], carrier: (string | null)[]): Promise<void> {
    const reads = all.filter(({ signal, failed }) => {
      if (signal?.aborted) failed(signal.reason)
      return !signal?.aborted
    })
    const [first] = reads
    if (!first) return
    const from = new Headers()
    for (const [index, name] of ofCarrier.entries()) {
      const value = carrier[index]
      if (value) from.set(name, value)
    }
    if (reads.length === 1) {
      for (const [name, value] of Object.entries(first.read.headers)) from.set(name, value)
      const { method, path, body } = first.read
      const init = { method, headers: from, signal: first.signal, ...(body !== undefined && { body }) }
      return send(path, init).then(first.answered, first.failed)
    }
    await answerFromLines(reads, from).catch((error: unknown) => {
      for (const { failed } of reads) failed(error)
    })
  }

  async function answerFromLines(reads: Waiting[], from: Headers): Promise<void> {
    const left = new AbortController()
    let stillAsked = reads.length
    for (const { signal, failed } of reads)
      signal?.addEventListener('abort', () => {
        failed(signal.reason)
        if (--stillAsked === 0) left.abort(signal.reason)
      })
    from.set('Content-Type', 'application/json')
    const response = await send(readsPath, {
      method: 'POST',
      headers: from,
      body: JSON.stringify({ reads: reads.map(({ read }) => read) }),
      signal: left.signal,
    })
    // the whole request was refused, for example by an overloaded server
    if (!response.ok || !response.body) {
      for (const { answered } of reads) answered(response.clone())
      return
    }
    for await (const line of linesOf(response.body)) {
      const { of, status, headers, body } = JSON.parse(line) as ReadAnswer
      const hasNoBody = status === 204 || status === 304
      reads[of]?.answered(new Response(hasNoBody ? null : body, { status, headers }))
    }
    throw new TypeError('the answer broke off')
  }
}

function pathAt(origin: string, address: string): string | null {
  const url = new URL(address, origin)
  return url.origin === origin ? `${url.pathname}${url.search}` : null
}

function isOtherThanText(body: BodyInit | undefined): body is Exclude<BodyInit, string> {
  return body !== undefined && typeof body !== 'string'
}

async function* linesOf(body: ReadableStream<Uint8Array>): AsyncGenerator<string> {
  const reader = body.pipeThrough(new TextDecoderStream() as TransformStream<Uint8Array, string>).getReader()
  let rest = ''
  for (;;) {
    const { done, value } = await reader.read()
    if (done) return
    const lines = (rest + value).split('\n')
    rest = lines.pop() ?? ''
    yield* lines
  }
}

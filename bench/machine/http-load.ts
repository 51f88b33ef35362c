import { connect, type Socket } from 'node:net'

export interface LoadRequest {
  wire: Buffer
  /** Returns the problem of an answer, or undefined. */
  problem(status: number, body: string): string | undefined
}

export interface LoadResult {
  requests: number
  seconds: number
  perSecond: number
  p50Ms: number
  p99Ms: number
  problem?: string
}

/**
 * Loads `connections` for a while: each sends its next request after the last answer.
 * Implements only the HTTP/1.1 of our servers (keep-alive, Content-Length): on two cores an HTTP client library would
 * use more CPU than the servers it measures.
 */
export async function load(
  port: number,
  next: () => LoadRequest,
  options: { connections: number; seconds: number },
): Promise<LoadResult> {
  const latencies: number[] = []
  let problem: string | undefined
  const startedAt = performance.now()
  const endsAt = startedAt + options.seconds * 1000
  const keepBusy = async () => {
    const connection = await open(port)
    while (performance.now() < endsAt && problem === undefined) {
      const request = next()
      const sentAt = performance.now()
      const { status, body } = await connection.send(request.wire)
      latencies.push(performance.now() - sentAt)
      problem ??= request.problem(status, body)
    }
    connection.close()
  }
  await Promise.all(Array.from({ length: options.connections }, keepBusy))
  const seconds = (performance.now() - startedAt) / 1000
  latencies.sort((one, other) => one - other)
  const at = (share: number) => latencies[Math.floor(latencies.length * share)] ?? 0
  return {
    requests: latencies.length,
    seconds,
    perSecond: latencies.length / seconds,
    p50Ms: at(0.5),
    p99Ms: at(0.99),
    ...(problem !== undefined && { problem }),
  }
}

export function wireRequest(
  method: string,
  path: string,
  headers: Record<string, string>,
  body?: string,
): Buffer {
  const all = {
    Host: '127.0.0.1',
    ...headers,
    ...(body === undefined ? {} : { 'Content-Length': String(Buffer.byteLength(body)) }),
  }
  const lines = Object.entries(all).map(([name, value]) => `${name}: ${value}\r\n`)
  return Buffer.from(`${method} ${path} HTTP/1.1\r\n${lines.join('')}\r\n${body ?? ''}`)
}

export interface Answer {
  status: number
  body: string
  head: string
}

export interface Connection {
  send(wire: Buffer): Promise<Answer>
  close(): void
}

export function open(port: number, host = '127.0.0.1'): Promise<Connection> {
  const socket = connect({ port, host, noDelay: true })
  return new Promise((resolve, reject) => {
    socket.once('error', reject)
    socket.once('connect', () => resolve(speak(socket)))
  })
}

function speak(socket: Socket): Connection {
  let received = ''
  let waiting: { resolve(answer: Answer): void; reject(error: Error): void } | undefined
  const fail = (error: Error) => {
    waiting?.reject(error)
    waiting = undefined
  }
  // One character per byte, so that lengths match Content-Length.
  socket.setEncoding('latin1')
  socket.on('error', fail)
  socket.on('close', () => fail(new Error('the server closed the connection')))
  socket.on('data', (chunk: string) => {
    received += chunk
    const answer = parseAnswer(received)
    if (!answer) return
    received = ''
    const { resolve } = waiting ?? {}
    waiting = undefined
    resolve?.(answer)
  })
  return {
    send(wire) {
      return new Promise((resolve, reject) => {
        waiting = { resolve, reject }
        socket.write(wire)
      })
    },
    close: () => socket.destroy(),
  }
}

function parseAnswer(text: string): Answer | undefined {
  const headEnd = text.indexOf('\r\n\r\n')
  if (headEnd < 0) return undefined
  const status = Number(text.slice(9, 12))
  const head = text.slice(0, headEnd)
  const length = /\r\ncontent-length: *(\d+)/i.exec(head)?.[1]
  const start = headEnd + 4
  if (length === undefined) {
    if (/\r\ntransfer-encoding: *chunked/i.test(head)) {
      return text.endsWith('0\r\n\r\n') ? { status, head, body: unchunked(text.slice(start)) } : undefined
    }
    return { status, head, body: '' }
  }
  if (text.length < start + Number(length)) return undefined
  return { status, head, body: Buffer.from(text.slice(start), 'latin1').toString() }
}

function unchunked(text: string): string {
  let body = ''
  for (let at = 0; ; ) {
    const lineEnd = text.indexOf('\r\n', at)
    const size = Number.parseInt(text.slice(at, lineEnd), 16)
    if (!size) return Buffer.from(body, 'latin1').toString()
    body += text.slice(lineEnd + 2, lineEnd + 2 + size)
    at = lineEnd + 2 + size + 2
  }
}

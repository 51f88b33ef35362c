/** Postgres' wire protocol for a stream in front of PGlite (postgresql.org/docs/current/protocol.html). */

const query = 'Q'.charCodeAt(0)
const sync = 'S'.charCodeAt(0)
const flush = 'H'.charCodeAt(0)
const terminate = 'X'.charCodeAt(0)
const readyForQuery = 'Z'.charCodeAt(0)

const typeBytes = 1
const lengthBytes = 4
const readyBytes = typeBytes + lengthBytes + 1

/** A client's messages, up to one that requires an answer. */
export interface Exchange {
  bytes: Buffer
  /** The answer ends with ReadyForQuery. */
  endsReady: boolean
}

/** Collects messages, so that the engine receives them in one piece. */
export class MessageCollector {
  #pending: Buffer = Buffer.alloc(0)
  /** Offset of the first message not parsed yet. */
  #next = 0
  #hasStarted = false

  /** @returns the exchanges that are complete now; `ended`: the client says good-bye */
  add(chunk: Buffer): { startUp: boolean; exchanges: Exchange[]; ended: boolean } {
    this.#pending = this.#pending.length === 0 ? chunk : Buffer.concat([this.#pending, chunk])
    const startUp = this.#takeStartUp()
    const exchanges: Exchange[] = []
    let ended = false
    let start = 0
    while (this.#hasStarted && this.#next + typeBytes + lengthBytes <= this.#pending.length) {
      const type = this.#pending[this.#next]
      const end = this.#next + typeBytes + this.#pending.readUInt32BE(this.#next + typeBytes)
      if (end > this.#pending.length) break
      this.#next = end
      if (type === terminate) ended = true
      if (type !== query && type !== sync && type !== flush) continue
      exchanges.push({ bytes: this.#pending.subarray(start, end), endsReady: type !== flush })
      start = end
    }
    this.#pending = this.#pending.subarray(start)
    this.#next -= start
    return { startUp, exchanges, ended }
  }

  // the only message without a type
  #takeStartUp(): boolean {
    if (this.#hasStarted || this.#pending.length < lengthBytes) return false
    const end = this.#pending.readUInt32BE(0)
    if (this.#pending.length < end) return false
    this.#pending = this.#pending.subarray(end)
    this.#hasStarted = true
    return true
  }
}

/** May contain several statements, without parameters. */
export function simpleQuery(sql: string): Buffer {
  const text = Buffer.from(`${sql}\0`)
  return message('Q', text)
}

/** Answers the start-up message: no password is required, the backend is ready. */
export function welcome(): Buffer {
  return Buffer.concat([
    // AuthenticationOk
    message('R', Buffer.alloc(4)),
    message('S', Buffer.from('client_encoding\0UTF8\0')),
    // BackendKeyData, which cannot cancel anything here
    message('K', Buffer.alloc(8)),
    message('Z', Buffer.from('I')),
  ])
}

/** Notifications may follow ReadyForQuery. */
export function isReady(answer: Uint8Array): boolean {
  const bytes = Buffer.from(answer.buffer, answer.byteOffset, answer.byteLength)
  const last = bytes.length - readyBytes
  if (last >= 0 && bytes[last] === readyForQuery && bytes.readUInt32BE(last + typeBytes) === readyBytes - 1)
    return true
  let at = 0
  while (at + typeBytes + lengthBytes <= bytes.length) {
    if (bytes[at] === readyForQuery) return true
    at += typeBytes + bytes.readUInt32BE(at + typeBytes)
  }
  return false
}

function message(type: string, body: Buffer): Buffer {
  const head = Buffer.alloc(typeBytes + lengthBytes)
  head.write(type)
  head.writeUInt32BE(lengthBytes + body.length, typeBytes)
  return Buffer.concat([head, body])
}

import { Duplex } from 'node:stream'
import type { EngineError } from './engine-error.ts'
import { type Exchange, MessageCollector, simpleQuery, welcome } from './protocol.ts'

/** PGlite's single backend, in any thread. Exchanges run in the order of the calls. */
export interface Backend {
  /** @throws EngineError after which the backend is not used any more */
  exchange(exchange: Exchange): Promise<Uint8Array>
  /** Resolves if the backend ends unexpectedly. */
  ended: Promise<EngineError>
}

/** The backend outlives its clients. */
const freshSession = 'rollback; deallocate all; unlisten *'

/** A socket for node-postgres that passes bytes to PGlite. */
export class EngineStream extends Duplex {
  readonly #open: () => Promise<Backend>
  readonly #messages = new MessageCollector()
  #backend: Backend | undefined

  constructor(open: () => Promise<Backend>) {
    super()
    this.#open = open
  }

  connect(): this {
    this.#connect().catch((error: Error) => this.destroy(error))
    return this
  }

  async #connect(): Promise<void> {
    const backend = await this.#open()
    await backend.exchange({ bytes: simpleQuery(freshSession), endsReady: true })
    this.#backend = backend
    void backend.ended.then((error) => this.destroy(error))
    this.emit('connect')
  }

  override _write(chunk: Buffer, _encoding: string, done: (error?: Error | null) => void): void {
    const { startUp, exchanges, ended } = this.#messages.add(chunk)
    if (startUp) this.push(welcome())
    for (const exchange of exchanges) void this.#run(exchange)
    if (ended) this.push(null)
    done()
  }

  override _writev(
    chunks: { chunk: Buffer; encoding: string }[],
    done: (error?: Error | null) => void,
  ): void {
    const [first] = chunks
    const all = chunks.length === 1 && first ? first.chunk : Buffer.concat(chunks.map(({ chunk }) => chunk))
    this._write(all, 'buffer', done)
  }

  override _read(): void {}

  async #run(exchange: Exchange): Promise<void> {
    try {
      const answer = await (this.#backend as Backend).exchange(exchange)
      if (!this.destroyed && answer.length > 0)
        this.push(Buffer.from(answer.buffer, answer.byteOffset, answer.byteLength))
    } catch (error) {
      this.destroy(error as Error)
    }
  }

  setNoDelay(): this {
    return this
  }
  setKeepAlive(): this {
    return this
  }
  ref(): this {
    return this
  }
  unref(): this {
    return this
  }
}

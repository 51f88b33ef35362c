import { AppError } from '#domain/errors.ts'
import { liveChannel } from '../database/announcements.ts'
import type { Listen } from '../database/listen.ts'
import type { Caller, Transactions } from '../database/transactions.ts'
import type { Logger } from '../log.ts'
import { createRecent } from './recent.ts'

export interface LiveLimits {
  /** Open streams in this process. */
  perPerson: number
  total: number
  /** Interval of keep-alive events and session checks. */
  heartbeatMs: number
  longestMs: number
}

const usual: LiveLimits = { perPerson: 12, total: 5_000, heartbeatMs: 25_000, longestMs: 30 * 60_000 }

/** Above this a stream is closed; the page rereads everything when it reconnects. */
const mostUnsent = 64

/**
 * Notifies open pages of changes as server-sent events (docs/decisions/0043). An event carries a topic, never content: the
 * page reads with its own rights.
 */
export interface Live {
  /**
   * Begins with the announcements since the mark, or with `*` if they are unknown.
   * @param mark from before the page read anything
   * @throws AppError `not_signed_in`, `session_ended`; `not_allowed` without an active membership; `rate_limited` beyond the
   * user's streams, `unavailable` beyond the process' streams
   */
  open(caller: Caller, mark?: string | null): Promise<Response>
  /** For pages that read now and listen later. Null while announcements may be lost. */
  mark(): string | null
  close(): Promise<void>
}

interface Stream {
  send(text: string): void
  end(): void
}

export function createLive(parts: {
  transactions: Transactions
  log: Logger
  listen: Listen | undefined
  limits?: LiveLimits
}): Live {
  const { transactions, log, listen, limits = usual } = parts
  const streams = new Map<string, Set<Stream>>()
  const perPerson = new Map<string, number>()
  const recent = createRecent()
  let total = 0
  let isClosed = false

  const onMessage = (payload: string) => {
    // reconnected: announcements may be lost
    if (payload === '') {
      recent.begin()
      for (const all of [...streams.values()]) for (const stream of [...all]) stream.send(changed('*'))
      return
    }
    const [clinicId, userId, topic = '*'] = payload.split(' ')
    const key = `${clinicId} ${userId}`
    recent.add(key, topic)
    for (const stream of [...(streams.get(key) ?? [])]) stream.send(changed(topic))
  }
  const listening = listen?.(liveChannel, onMessage).then(
    (end) => {
      recent.begin()
      return end
    },
    (error: unknown) => {
      // pages poll
      log.error('live.not_listening', { error })
    },
  )

  const membershipOf = (caller: Caller) =>
    transactions.withActor(
      caller,
      async (_tx, { clinicId, membershipId }) =>
        clinicId && membershipId ? { clinicId, membershipId } : null,
      { readOnly: true },
    )

  return {
    mark: recent.mark,

    async open(caller, mark = null) {
      const { userId } = caller
      if (!userId) throw new AppError('not_signed_in')
      const membership = await membershipOf(caller)
      if (!membership) throw new AppError('not_allowed')
      await listening
      if (isClosed || total >= limits.total)
        throw new AppError('unavailable', { details: { retryAfterSeconds: 30 } })
      if ((perPerson.get(userId) ?? 0) >= limits.perPerson)
        throw new AppError('rate_limited', { details: { retryAfterSeconds: 60 } })

      const key = `${membership.clinicId} ${userId}`
      const encoder = new TextEncoder()
      const openedAt = performance.now()
      let controller: ReadableStreamDefaultController<Uint8Array>
      let isOver = false
      let timer: NodeJS.Timeout | undefined

      const over = () => {
        if (isOver) return
        isOver = true
        clearTimeout(timer)
        const left = streams.get(key)
        left?.delete(stream)
        if (left?.size === 0) streams.delete(key)
        total--
        const others = (perPerson.get(userId) ?? 1) - 1
        if (others > 0) perPerson.set(userId, others)
        else perPerson.delete(userId)
      }
      const stream: Stream = {
        send(text) {
          if (isOver) return
          if ((controller.desiredSize ?? 0) < -mostUnsent) return stream.end()
          controller.enqueue(encoder.encode(text))
        },
        end() {
          if (isOver) return
          over()
          controller.close()
        },
      }
      const check = async () => {
        if (performance.now() - openedAt > limits.longestMs) return stream.end()
        const stays = await membershipOf(caller).then(
          (now) => now?.membershipId === membership.membershipId,
          // a busy database ends no stream
          (error: unknown) => !(error instanceof AppError && error.code === 'session_ended'),
        )
        if (!stays) stream.end()
        if (isOver) return
        stream.send(': still here\n\n')
        beat()
      }
      const beat = () => {
        // spread over time
        timer = setTimeout(() => void check(), limits.heartbeatMs * (0.8 + 0.4 * Math.random()))
        timer.unref()
      }

      const body = new ReadableStream<Uint8Array>({
        start(given) {
          controller = given
        },
        cancel: over,
      })
      total++
      perPerson.set(userId, (perPerson.get(userId) ?? 0) + 1)
      streams.set(key, (streams.get(key) ?? new Set()).add(stream))
      // includes what happened before the stream was open
      const missed = recent.since(mark, key) ?? ['*']
      stream.send(missed.map(changed).join('') || ': nothing missed\n\n')
      beat()
      return new Response(body, {
        headers: {
          'Content-Type': 'text/event-stream',
          // proxies must not store, compress or buffer it
          'Cache-Control': 'no-store, no-transform',
          'X-Accel-Buffering': 'no',
        },
      })
    },

    async close() {
      isClosed = true
      for (const all of [...streams.values()]) for (const stream of [...all]) stream.end()
      await (await listening)?.()
    },
  }
}

const changed = (topic: string) => `event: changed\ndata: ${topic}\n\n`

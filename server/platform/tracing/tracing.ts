import { AsyncLocalStorage } from 'node:async_hooks'
import { randomBytes } from 'node:crypto'
import type { TracingSettings } from '../config/config.ts'
import type { Logger } from '../log.ts'
import { type OutgoingCall, outgoingCalls } from '../outgoing-calls.ts'
import { type RoundTrip, roundTrips } from '../round-trips.ts'
import { type FinishedSpan, spanKinds, tracesBody } from './otlp.ts'

export interface OpenSpan {
  /** Queries and calls of `work` become part of its trace. */
  run<T>(work: () => Promise<T>): Promise<T>
  /** @param name of a route, an action or a queue; never what a caller wrote */
  end(name: string, attributes: Record<string, string | number>, failed?: boolean): void
}

/**
 * One span for each request, job, exchange with the database and call to another service, for an OpenTelemetry collector
 * (docs/decisions/0107). Attributes are constants from the code, statuses and counts: no address, path, statement, user or
 * clinic.
 */
export interface Tracing {
  /** @param parent the `traceparent` of a proxy of ours, or of what queued the job */
  start(kind: 'request' | 'job', parent?: string | null): OpenSpan
  /** The current trace (W3C Trace Context); null: nothing is traced. */
  traceparent(): string | null
  close(): Promise<void>
}

interface Running {
  traceId: string
  spanId: string
  isSampled: boolean
}

const flushEveryMs = 5_000
const batch = 512
/** Above this the oldest are dropped. */
const mostKept = 4_096
const sendMs = 10_000
const sampledFlag = '01'

/** @param send how a body gets to the collector */
export function createTracing(
  settings: TracingSettings,
  log: Pick<Logger, 'warn'>,
  send: typeof fetch = fetch,
): Tracing {
  const { endpoint, headers, service, share } = settings
  const current = new AsyncLocalStorage<Running>()
  let finished: FinishedSpan[] = []
  let lost = 0

  const keep = (span: FinishedSpan) => {
    finished.push(span)
    if (finished.length > mostKept) {
      finished.shift()
      lost += 1
    }
    if (finished.length === batch) void flush()
  }
  const flush = async () => {
    const spans = finished
    if (spans.length === 0) return
    finished = []
    try {
      const answer = await send(endpoint, {
        method: 'POST',
        headers: { 'Content-Type': 'application/json', ...headers },
        body: tracesBody(service, spans),
        redirect: 'error',
        signal: AbortSignal.timeout(sendMs),
      })
      await answer.body?.cancel()
      if (!answer.ok) throw new Error(`status ${answer.status}`)
    } catch (error) {
      log.warn('traces.not_sent', { spans: spans.length, lost, error })
    }
  }
  /** Adds a span that just ended to the current trace. */
  const keepCall = (ms: number, call: Pick<FinishedSpan, 'name' | 'attributes' | 'failed'>) => {
    const parent = current.getStore()
    if (!parent?.isSampled) return
    const endMs = nowMs()
    keep({
      traceId: parent.traceId,
      spanId: newId(8),
      parentSpanId: parent.spanId,
      kind: spanKinds.client,
      startMs: endMs - ms,
      endMs,
      ...call,
    })
  }
  const onRoundTrip = (message: unknown) => {
    const { statements, ms } = message as RoundTrip
    const attributes = { 'db.system.name': 'postgresql', 'db.operation.batch.size': statements }
    keepCall(ms, { name: 'database', attributes, failed: false })
  }
  const onOutgoingCall = (message: unknown) => {
    const { service, operation, ms, status, failed } = message as OutgoingCall
    const attributes = {
      'peer.service': service,
      ...(status !== undefined && { 'http.response.status_code': status }),
    }
    keepCall(ms, { name: `${service} ${operation}`, attributes, failed })
  }
  roundTrips.subscribe(onRoundTrip)
  outgoingCalls.subscribe(onOutgoingCall)
  const timer = setInterval(() => void flush(), flushEveryMs)
  timer.unref()
  return {
    start(kind, parentHeader) {
      const parent = /^00-([0-9a-f]{32})-([0-9a-f]{16})-([0-9a-f]{2})$/.exec(parentHeader ?? '')
      const running: Running = {
        traceId: parent?.[1] ?? newId(16),
        spanId: newId(8),
        // all or nothing of our own traces; a proxy decides only about its own spans
        isSampled: kind === 'job' && parent ? parent[3] === sampledFlag : Math.random() < share,
      }
      const startMs = nowMs()
      return {
        run: (work) => current.run(running, work),
        end(name, attributes, failed = false) {
          if (!running.isSampled) return
          keep({
            traceId: running.traceId,
            spanId: running.spanId,
            ...(parent?.[2] && { parentSpanId: parent[2] }),
            name,
            kind: kind === 'request' ? spanKinds.server : spanKinds.consumer,
            startMs,
            endMs: nowMs(),
            attributes,
            failed,
          })
        },
      }
    },
    traceparent() {
      const running = current.getStore()
      if (!running) return null
      return `00-${running.traceId}-${running.spanId}-${running.isSampled ? sampledFlag : '00'}`
    },
    async close() {
      clearInterval(timer)
      outgoingCalls.unsubscribe(onOutgoingCall)
      roundTrips.unsubscribe(onRoundTrip)
      await flush()
    },
  }
}

// with fractions of a millisecond
const nowMs = () => performance.timeOrigin + performance.now()
const newId = (bytes: number) => randomBytes(bytes).toString('hex')

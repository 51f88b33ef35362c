/** Times in milliseconds since 1970, with fractions. */
export interface FinishedSpan {
  traceId: string
  spanId: string
  parentSpanId?: string
  name: string
  kind: number
  startMs: number
  endMs: number
  attributes: Record<string, string | number>
  failed: boolean
}

/** Kinds as OTLP numbers them. */
export const spanKinds = { server: 2, client: 3, consumer: 5 }

/** The body of OTLP over HTTP, as JSON: https://opentelemetry.io/docs/specs/otlp/#otlphttp-request */
export function tracesBody(service: string, spans: readonly FinishedSpan[]): string {
  return JSON.stringify({
    resourceSpans: [
      {
        resource: { attributes: attributesOf({ 'service.name': service }) },
        scopeSpans: [{ scope: { name: 'carefold' }, spans: spans.map(spanOf) }],
      },
    ],
  })
}

function spanOf({ startMs, endMs, attributes, failed, ...span }: FinishedSpan) {
  return {
    ...span,
    startTimeUnixNano: nanosOf(startMs),
    endTimeUnixNano: nanosOf(endMs),
    attributes: attributesOf(attributes),
    // unset, or error
    status: failed ? { code: 2 } : {},
  }
}

const nanosOf = (ms: number) => String(BigInt(Math.round(ms * 1_000)) * 1_000n)

const attributesOf = (attributes: Record<string, string | number>) =>
  Object.entries(attributes).map(([key, value]) => ({
    key,
    value: typeof value === 'number' ? { intValue: String(value) } : { stringValue: value },
  }))

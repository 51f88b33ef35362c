import { channel } from 'node:diagnostics_channel'

export type OutsideService =
  | 'stripe'
  | 'smtp'
  | 's3'
  | 'twilio'
  | 'google-slides'
  | 'openid'
  | 'auth-hook'
  | 'captcha'
  | 'calendar'
  | 'webhook'

/** Until the answer's headers or the failure. */
export interface OutgoingCall {
  service: OutsideService
  /** An HTTP method or a kind of object. Never an address or an id. */
  operation: string
  ms: number
  status?: number | undefined
  failed: boolean
}

/** Without a subscriber nothing is measured. */
export const outgoingCalls = channel('carefold.outgoing-call')

/** @param statusOf the HTTP status of an answer; 400 and above count as failed */
export async function watched<T>(
  { service, operation }: Pick<OutgoingCall, 'service' | 'operation'>,
  call: () => Promise<T>,
  statusOf?: (answer: T) => number,
): Promise<T> {
  if (!outgoingCalls.hasSubscribers) return call()
  const since = performance.now()
  const announce = (failed: boolean, status?: number) =>
    outgoingCalls.publish({
      service,
      operation,
      ms: performance.now() - since,
      status,
      failed,
    } satisfies OutgoingCall)
  try {
    const answer = await call()
    const status = statusOf?.(answer)
    announce(status !== undefined && status >= 400, status)
    return answer
  } catch (error) {
    announce(true)
    throw error
  }
}

/** Announces its calls, and sends no trace headers. */
export function watchedFetch(
  service: OutsideService,
  // read when called, because tests replace the global one
  send: typeof fetch = (input, init) => fetch(input, init),
): typeof fetch {
  return (input, init) => {
    const method = init?.method ?? (input instanceof Request ? input.method : 'GET')
    return watched(
      { service, operation: method },
      () => send(input, init),
      ({ status }) => status,
    )
  }
}

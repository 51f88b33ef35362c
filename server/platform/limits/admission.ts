import { once } from 'node:events'
import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import { operationOutcome } from '#domain/fhir/problem.ts'
import { errorTexts } from '#domain/texts/errors.ts'
import { clientAddress } from '../http/client-address.ts'
import { networkKey } from '../http/networks.ts'
import { commonHeaders, dataPolicy } from '../http/security-headers.ts'
import type { CallerLimits } from './caller-limits.ts'
import { createFairShare } from './fair-share.ts'
import type { OverloadGuard } from './overload.ts'

/** Refused under overload. Webhooks and pages are not: they need few statements. */
const sheddable = /^\/(?:(auth|rest|functions|files|calendars|live|reads|reports)\/v1|(fhir)\/r4)(?:\/|\?|$)/

/** A visitor's requests cost a unit. The other protocols have limits in the database, or require a user. */
const counted = new Set(['rest', 'functions', 'reads'])

type Status = 429 | 503
const refusals = {
  429: { code: 'rate_limited', authCode: 'over_request_rate_limit', issue: 'throttled' },
  503: { code: 'unavailable', authCode: 'unexpected_failure', issue: 'transient' },
} as const

function bodiesOf(status: Status) {
  const { code, authCode, issue } = refusals[status]
  const message = errorTexts[code]
  return {
    auth: JSON.stringify({ code: status, error_code: authCode, msg: message }),
    rest: JSON.stringify({ code, details: null, hint: null, message }),
    fhir: JSON.stringify(operationOutcome({ code: issue, message })),
    others: JSON.stringify({ code, error: message, message }),
  }
}
const bodies = { 429: bodiesOf(429), 503: bodiesOf(503) }

const headers = {
  ...commonHeaders,
  'Content-Type': 'application/json',
  'Cache-Control': 'no-store',
  'Content-Security-Policy': dataPolicy,
}

export interface AdmissionOptions {
  /** Absent: never overloaded. */
  guard?: Pick<OverloadGuard, 'isOverloaded' | 'isOverloadedByPeople'> | undefined
  /** Absent: unlimited budgets. */
  limits?: Pick<CallerLimits, 'take' | 'wait'> | undefined
  /** Without verifying the token. */
  personOf(request: IncomingMessage): string | null
  trustedHops: number
  /** @param protocol the first word of the path */
  onRefused?: ((protocol: string, status: Status) => void) | undefined
  later?(send: () => void): void
}

/** Consecutive refusals on one connection before they are delayed. */
const atOnce = 3
const heldMs = 1_000

/** Further requests would only wait for the database (docs/decisions/0037). */
const visitorPlaces = { atOnce: 10, atOncePerKey: 5, waiting: 100, waitingPerKey: 20, longestWaitMs: 2_000 }

export interface Admission {
  /** Reads neither body nor token nor route first: a refusal must be cheap. */
  admit(request: IncomingMessage, response: ServerResponse, letIn: () => void): void
  isPaid(request: IncomingMessage): boolean
}

/**
 * Refuses, in this order, callers beyond their budget, visitors while the process is overloaded, and users while they alone
 * overload it (docs/decisions/0106).
 * A request with an unverified token takes a unit of its address, and is refused only if both the process is overloaded and
 * that budget is used up. Repeated refusals on one connection are delayed, or refusing alone would occupy the process.
 */
export function createAdmission({
  guard,
  limits,
  personOf,
  trustedHops,
  onRefused,
  later = (send) => void setTimeout(send, heldMs).unref(),
}: AdmissionOptions): Admission {
  const paid = new WeakSet<IncomingMessage>()
  const places = createFairShare({ ...visitorPlaces, refuse: () => new Error('no place') })
  /** Refusals since a connection's last admitted request. */
  const inARow = new WeakMap<Socket, number>()

  const refusalOf = (request: IncomingMessage, protocol: string): Refusal | null => {
    const userId = personOf(request)
    if (userId) {
      const seconds = limits?.wait({ userId, address: null }) ?? 0
      if (seconds > 0) return { status: 429, seconds }
      return guard?.isOverloadedByPeople() ? { status: 503, seconds: 1 } : null
    }
    const hasToken = mayBeSigned(request)
    const isOverloaded = guard?.isOverloaded() ?? false
    if (isOverloaded || hasToken || counted.has(protocol)) {
      const seconds = limits?.take({ userId: null, address: addressOf(request, trustedHops) }, 1) ?? 0
      if (seconds === 0) paid.add(request)
      else if (isOverloaded || !hasToken) return { status: 429, seconds }
    }
    return isOverloaded && !hasToken ? { status: 503, seconds: 1 } : null
  }

  const refuse = (
    { socket }: IncomingMessage,
    response: ServerResponse,
    protocol: string,
    refusal: Refusal,
  ) => {
    const row = (inARow.get(socket) ?? 0) + 1
    inARow.set(socket, row)
    if (row <= atOnce) sendRefusal(response, protocol, refusal)
    else later(() => sendRefusal(response, protocol, refusal))
    onRefused?.(protocol, refusal.status)
  }

  return {
    admit(request, response, letIn) {
      const { socket, url = '' } = request
      const [, ofOurs, fhir] = sheddable.exec(url) ?? []
      const protocol = ofOurs ?? fhir
      if (!protocol) return letIn()
      const refusal = refusalOf(request, protocol)
      if (refusal) return refuse(request, response, protocol, refusal)
      const isOfVisitor = counted.has(protocol) && !mayBeSigned(request)
      const work = async () => {
        inARow.delete(socket)
        letIn()
        if (isOfVisitor && !response.closed) await once(response, 'close')
      }
      if (!limits || !isOfVisitor) return void work()
      const key = networkKey(addressOf(request, trustedHops))
      places.run(key, work).catch(() => refuse(request, response, protocol, { status: 503, seconds: 1 }))
    },
    isPaid: (request) => paid.has(request),
  }
}

interface Refusal {
  status: Status
  seconds: number
}

function sendRefusal(response: ServerResponse, protocol: string, { status, seconds }: Refusal): void {
  const has = (name: string): name is keyof (typeof bodies)[Status] => Object.hasOwn(bodies[status], name)
  const body = bodies[status][has(protocol) ? protocol : 'others']
  response
    .writeHead(status, {
      ...headers,
      ...(protocol === 'fhir' && { 'Content-Type': 'application/fhir+json' }),
      ...(protocol === 'auth' && { 'x-sb-error-code': refusals[status].authCode }),
      'Retry-After': String(seconds),
      'Content-Length': Buffer.byteLength(body),
    })
    .end(body)
}

function mayBeSigned({ headers }: IncomingMessage): boolean {
  return /^bearer [\w-]+\.[\w-]+\.[\w-]+$/i.test(headers.authorization ?? '')
}

function addressOf({ headers, socket }: IncomingMessage, trustedHops: number): string | null {
  const forwarded = headers['x-forwarded-for']
  return clientAddress(typeof forwarded === 'string' ? forwarded : null, socket.remoteAddress, trustedHops)
}

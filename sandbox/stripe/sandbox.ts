import { nextDue } from './billing/due.ts'
import { setBank } from './billing/payouts.ts'
import {
  type ApiAnswer,
  type ApiRequest,
  checkAccount,
  noAccess,
  readCall,
  readRequest,
  replay,
  runCall,
  storeAnswer,
} from './kernel/answer.ts'
import { accountOfPage, servePage } from './pages/serve.ts'
import { endpoints } from './routes/index.ts'
import {
  type Chaos,
  createDeliveryRounds,
  type DeliverWebhook,
  postWebhook,
} from './webhooks/delivery-rounds.ts'
import { createQueue } from './world/exclusive.ts'
import { newId } from './world/ids.ts'
import { apiVersion, type PageLook, platform, type RequestOrigin, Scope } from './world/scope.ts'
import { memoryStore, type SandboxStore } from './world/store.ts'
import { StripeFailure } from './world/stripe-failure.ts'
import { World } from './world/world.ts'

export interface SandboxOptions {
  /** The application's clock (docs/payments.md rule 6). */
  clock: { now(): Date }
  /** Absolute address of the hosted pages without a trailing slash, such as `http://host:3000/sandbox/stripe`. */
  pagesUrl: string
  /** The look of a connected account's hosted pages; null or absent: the platform's. */
  lookOf?: (account: string) => Promise<PageLook | null>
  /** Days between attempts to collect a renewal; default 3, 5, 7. */
  retryAfterDays?: readonly number[]
  /** Default: in memory. */
  store?: SandboxStore
  /** Default: a plain POST. */
  deliver?: DeliverWebhook
  log?: { error(event: string, fields: { error: unknown }): void }
}

/** A fault in place of an answer. With `lost answer` the request is carried out. */
export type Fault = 'rate limit' | 'server error' | 'no connection' | 'lost answer'

export interface StripeSandbox {
  /** The API below `/v1`, for `Stripe.createFetchHttpClient(sandbox.fetch)` or a socket. */
  fetch(input: string | URL | Request, init?: RequestInit): Promise<Response>
  pages(request: Request): Promise<Response>
  /** API requests and pages do this first. @returns the number of processed tasks */
  settle(): Promise<number>
  /**
   * Includes webhooks caused by handling others. Must not be called within a delivery. @returns the number of POSTs
   * answered with 2xx
   */
  deliver(): Promise<number>
  chaos: Chaos
  /** For the next API requests, one each; for tests. */
  faults: Fault[]
  /** Accounts that refuse the platform, as if disconnected by their owner. In memory only. */
  unreachable: Set<string>
  /** Closes or opens an account's bank account; a closed one refuses payouts. For tests. */
  setBank(account: string, state: 'closed' | 'open'): Promise<void>
  reset(): Promise<void>
}

/**
 * Implements the pinned API version as far as Carefold uses it, and refuses everything else (docs/payments.md 1, 2,
 * 3).
 */
export async function createStripeSandbox(options: SandboxOptions): Promise<StripeSandbox> {
  const { clock, pagesUrl, lookOf, store = memoryStore(), deliver: post = postWebhook, log } = options
  const withSettings = (made: World): World => {
    if (options.retryAfterDays) made.retryAfterDays = options.retryAfterDays
    return made
  }
  let world = withSettings(World.from(await store.load()))
  const exclusive = createQueue()
  const chaos: Chaos = { duplicate: false, shuffle: false, loseAnswers: false }
  const faults: Fault[] = []
  const unreachable = new Set<string>()
  const now = () => Math.floor(clock.now().getTime() / 1000)
  const scopeFor = (account: string, origin: RequestOrigin | null = null, look: PageLook | null = null) =>
    new Scope(world, account, now(), pagesUrl, origin, look)

  let checked = { version: -1, until: 0 }

  async function settleDue(): Promise<number> {
    if (checked.version === world.version && now() < checked.until) return 0
    const passedOver = new Set<string>()
    let count = 0
    for (;;) {
      const { due, next } = nextDue(world, now(), passedOver)
      checked = { version: world.version, until: next }
      if (!due) return count
      try {
        due.run(scopeFor(due.account).at(due.at))
        await world.save(store)
        count++
      } catch (error) {
        world.rollBack()
        passedOver.add(due.id)
        log?.error('sandbox.settle-failed', { error })
      }
    }
  }

  async function answerRequest(request: ApiRequest): Promise<ApiAnswer> {
    await settleDue()
    const scope = scopeFor(request.account, { id: request.id, idempotencyKey: request.idempotencyKey })
    try {
      checkAccount(world, request.account)
      const kept = replay(scope, request)
      if (kept) return kept
      const call = readCall(endpoints, request)
      let answer: ApiAnswer
      try {
        answer = { status: 200, body: runCall(scope, call) }
      } catch (error) {
        if (!(error instanceof StripeFailure)) throw error
        if (!error.keepsChanges) world.rollBack()
        answer = failed(error)
      }
      storeAnswer(scope, request, answer)
      await world.save(store)
      return answer
    } catch (error) {
      world.rollBack()
      return failed(error)
    }
  }

  function failed(error: unknown): ApiAnswer {
    if (error instanceof StripeFailure) {
      return { status: error.status, body: JSON.stringify({ error: error.body }) }
    }
    log?.error('sandbox.request-failed', { error })
    const message = 'The payment sandbox could not do this; nothing was changed.'
    return { status: 500, body: JSON.stringify({ error: { type: 'api_error', message } }) }
  }

  const deliver = createDeliveryRounds({
    accountIds: () => world.accountIds(),
    scopeFor,
    exclusive,
    save: () => world.save(store),
    post,
    chaos,
    log,
  })

  return {
    async fetch(input, init) {
      const id = newId('req', 14)
      try {
        const request = await readRequest(new Request(input, init), id)
        if (unreachable.has(request.account)) throw noAccess(request.account)
        const fault = faults.shift()
        if (fault && fault !== 'lost answer') return faulty(id, fault)
        const answer = await exclusive(() => answerRequest(request))
        if (fault) throw new TypeError('fetch failed')
        return response(id, answer, request)
      } catch (error) {
        if (error instanceof TypeError && error.message === 'fetch failed') throw error
        return response(id, failed(error))
      }
    },
    async pages(request) {
      const form = request.method === 'POST' ? new URLSearchParams(await request.text()) : null
      const account = accountOfPage(request.url)
      const look = account && lookOf ? await lookOf(account) : null
      return exclusive(async () => {
        await settleDue()
        try {
          const page = await servePage((account) => scopeFor(account, null, look), request, form)
          await world.save(store)
          return page
        } catch (error) {
          world.rollBack()
          throw error
        }
      })
    },
    settle: () => exclusive(settleDue),
    deliver,
    chaos,
    faults,
    unreachable,
    setBank: (account, state) =>
      exclusive(async () => {
        await settleDue()
        setBank(scopeFor(account), state === 'open')
        await world.save(store)
      }),
    reset: () =>
      exclusive(async () => {
        for (const account of world.accountIds()) {
          for (const id of world.ids(account)) world.remove(account, id)
        }
        await world.save(store)
        world = withSettings(new World())
      }),
  }
}

function response(id: string, answer: ApiAnswer, request?: ApiRequest): Response {
  const headers = new Headers({
    'content-type': 'application/json',
    'request-id': id,
    'stripe-version': apiVersion,
  })
  if (request?.idempotencyKey) headers.set('idempotency-key', request.idempotencyKey)
  if (request && request.account !== platform) headers.set('stripe-account', request.account)
  if (answer.replayed) headers.set('idempotent-replayed', 'true')
  return new Response(answer.body, { status: answer.status, headers })
}

/** The request is not carried out. @throws TypeError as `fetch` without a network */
function faulty(id: string, fault: Exclude<Fault, 'lost answer'>): Response {
  if (fault === 'no connection') throw new TypeError('fetch failed')
  const body =
    fault === 'rate limit'
      ? {
          type: 'invalid_request_error',
          code: 'rate_limit',
          message: 'Too many requests hit the API too quickly.',
        }
      : { type: 'api_error', message: 'An error occurred on our end.' }
  return response(id, { status: fault === 'rate limit' ? 429 : 500, body: JSON.stringify({ error: body }) })
}

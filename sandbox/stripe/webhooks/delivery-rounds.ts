import { createQueue } from '../world/exclusive.ts'
import { platform, type Scope } from '../world/scope.ts'
import { type Delivery, dropOrphans, dueDeliveries, headersOf, recordOutcome } from './delivery.ts'
import { removeOldEvents } from './event-retention.ts'

/** A thrown error counts as not delivered. */
export type DeliverWebhook = (url: string, body: string, headers: Record<string, string>) => Promise<number>

export interface Chaos {
  duplicate: boolean
  shuffle: boolean
  loseAnswers: boolean
}

interface DeliveryParts {
  accountIds(): string[]
  scopeFor(account: string): Scope
  exclusive: ReturnType<typeof createQueue>
  save(): Promise<void>
  post: DeliverWebhook
  chaos: Chaos
  log: { error(event: string, fields: { error: unknown }): void } | undefined
}

export function createDeliveryRounds({
  accountIds,
  scopeFor,
  exclusive,
  save,
  post,
  chaos,
  log,
}: DeliveryParts): () => Promise<number> {
  const oneDelivery = createQueue()

  async function send(delivery: Delivery): Promise<number> {
    try {
      const status = await post(delivery.url, delivery.body, headersOf(delivery, scopeFor(platform).now))
      return chaos.loseAnswers && Math.random() < 0.3 ? 0 : status
    } catch (error) {
      log?.error('sandbox.delivery-failed', { error })
      return 0
    }
  }

  async function deliverRound(): Promise<{ tried: number; delivered: number }> {
    const due = await exclusive(() => dueDeliveries(scopeFor(platform)))
    const order = chaos.shuffle ? shuffled(due) : due
    const outcomes = new Map<string, number>()
    let delivered = 0
    for (const delivery of chaos.duplicate ? order.flatMap((each) => [each, each]) : order) {
      const status = await send(delivery)
      if (status >= 200 && status < 300) delivered++
      outcomes.set(delivery.id, status)
    }
    await exclusive(async () => {
      for (const [id, status] of outcomes) recordOutcome(scopeFor(platform), id, status)
      dropOrphans(scopeFor(platform))
      for (const account of accountIds()) removeOldEvents(scopeFor(account))
      await save()
    })
    return { tried: due.length, delivered }
  }

  return () =>
    oneDelivery(async () => {
      let total = 0
      for (;;) {
        const { tried, delivered } = await deliverRound()
        total += delivered
        if (tried === 0) return total
      }
    })
}

export async function postWebhook(
  url: string,
  body: string,
  headers: Record<string, string>,
): Promise<number> {
  const answer = await fetch(url, { method: 'POST', body, headers, signal: AbortSignal.timeout(20_000) })
  return answer.status
}

function shuffled<T>(values: T[]): T[] {
  return values
    .map((value) => ({ value, at: Math.random() }))
    .sort((a, b) => a.at - b.at)
    .map(({ value }) => value)
}

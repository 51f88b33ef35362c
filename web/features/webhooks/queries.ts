import { infiniteQueryOptions, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { webhookTexts } from '#domain/texts/webhooks.ts'
import type {
  DeliveryStatus,
  WebhookFailure,
  WebhookOffReason,
  WebhookTopic,
} from '#domain/webhooks/kinds.ts'
import { toast } from '#web/components/ui/toast.ts'
import { callFunction, rest } from '#web/lib/fetch/api.ts'
import { clinicKey } from '#web/lib/fetch/query-client.ts'
import { describeRefusal } from '#web/lib/fetch/refusals.ts'

export interface Webhook {
  id: string
  url: string
  /** Of the address, to name the endpoint. */
  host: string
  topics: WebhookTopic[]
  isEnabled: boolean
  offReason: WebhookOffReason | null
  failingSince: string | null
  /** Until then requests are signed with the former secret too; null or past: with one. */
  formerUntil: string | null
}

export interface Delivery {
  id: string
  kind: string
  occurredAt: string
  status: DeliveryStatus
  attempts: number
  nextAttemptAt: string | null
  attemptedAt: string | null
  responseCode: number | null
  failure: WebhookFailure | null
  durationMs: number | null
}

const pageRows = 20
const sendingPollMs = 3_000

const webhooksKey = (slug: string) => clinicKey(slug, 'webhooks')

export function webhooksQuery(slug: string) {
  return queryOptions({
    queryKey: [...webhooksKey(slug), 'list'],
    queryFn: async ({ signal }): Promise<Webhook[]> => {
      const { data, error } = await rest
        .from('webhook_endpoints')
        .select('id,url,topics,is_enabled,off_reason,failing_since,former_until')
        .order('created_at')
        .order('id')
        .abortSignal(signal)
      if (error) throw error
      return data.map((row) => ({
        ...{ id: row.id, url: row.url, host: new URL(row.url).host, topics: row.topics as WebhookTopic[] },
        isEnabled: row.is_enabled,
        offReason: row.off_reason as WebhookOffReason | null,
        failingSince: row.failing_since,
        formerUntil: row.former_until,
      }))
    },
  })
}

/** The log of an endpoint, newest first. Polled until the first attempt of each event, and its first repetition, have a result. */
export function deliveriesQuery(slug: string, endpointId: string) {
  return infiniteQueryOptions({
    queryKey: [...webhooksKey(slug), 'log', endpointId],
    staleTime: 0,
    initialPageParam: 0,
    queryFn: async ({ pageParam, signal }): Promise<Delivery[]> => {
      const { data, error } = await rest
        .from('webhook_deliveries')
        .select(
          'id,kind,occurred_at,status,attempts,next_attempt_at,attempted_at,response_code,failure,duration_ms',
        )
        .eq('endpoint_id', endpointId)
        .order('created_at', { ascending: false })
        .order('id')
        .range(pageParam, pageParam + pageRows - 1)
        .abortSignal(signal)
      if (error) throw error
      return data.map((row) => ({
        ...{ id: row.id, kind: row.kind, attempts: row.attempts, occurredAt: row.occurred_at },
        status: row.status as DeliveryStatus,
        nextAttemptAt: row.next_attempt_at,
        attemptedAt: row.attempted_at,
        responseCode: row.response_code,
        failure: row.failure as WebhookFailure | null,
        durationMs: row.duration_ms,
      }))
    },
    getNextPageParam: (last, pages) => (last.length < pageRows ? undefined : pages.length * pageRows),
    refetchInterval: ({ state }) => (state.data?.pages.flat().some(isBeingSent) ? sendingPollMs : false),
  })
}

/** The first attempt counts as soon as the worker takes the event, so its result is still to come. */
function isBeingSent({ status, attempts }: Delivery): boolean {
  return status === 'waiting' && attempts <= 1
}

/** Actions on one endpoint, each with its toast. */
export function useWebhookActions(slug: string, id: string) {
  const queryClient = useQueryClient()
  const refresh = () => queryClient.invalidateQueries({ queryKey: webhooksKey(slug) })
  const common = {
    onError: (error: Error) => toast.error(webhookTexts.failed, describeRefusal(error)),
    onSettled: refresh,
  }
  return {
    test: useMutation({
      ...common,
      mutationFn: () => callFunction('test-webhook', { id }),
      onSuccess: () => toast.success(webhookTexts.tested),
    }),
    flip: useMutation({
      ...common,
      mutationFn: (isEnabled: boolean) => callFunction('switch-webhook', { id, isEnabled }),
      onSuccess: (_, isEnabled) => toast.success(isEnabled ? webhookTexts.resumed : webhookTexts.paused),
    }),
    rotate: useMutation({
      ...common,
      mutationFn: () => callFunction('rotate-webhook-secret', { id }),
    }),
    remove: useMutation({
      ...common,
      mutationFn: () => callFunction('remove-webhook', { id }),
      onSuccess: () => toast.success(webhookTexts.removed),
    }),
    resend: useMutation({
      ...common,
      mutationFn: (deliveryId: string) => callFunction('resend-webhook', { deliveryId }),
      onSuccess: () => toast.success(webhookTexts.log.resent),
    }),
  }
}

/** For the form, after it was saved. */
export function useRefreshWebhooks(slug: string): () => Promise<void> {
  const queryClient = useQueryClient()
  return () => queryClient.invalidateQueries({ queryKey: webhooksKey(slug) })
}

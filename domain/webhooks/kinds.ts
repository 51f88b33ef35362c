/** The groups of events that a clinic chooses from; the first part of each kind. */
export const webhookTopics = ['person', 'plan', 'payment', 'visit', 'message'] as const
export type WebhookTopic = (typeof webhookTopics)[number]

/** Sent by a press of an admin, whichever topics are chosen. */
export const testKind = 'test'

/** The kinds of events of each topic. `app.webhook_kind` and `app.collect_webhook_events` find them. */
export const webhookKinds: Record<WebhookTopic, readonly string[]> = {
  person: ['person.added', 'person.changed', 'person.joined', 'person.left', 'person.merged'],
  plan: ['plan.started', 'plan.changed', 'plan.ended'],
  payment: ['payment.received', 'payment.failed', 'payment.refunded'],
  visit: [
    'visit.requested',
    'visit.booked',
    'visit.accepted',
    'visit.moved',
    'visit.changed',
    'visit.canceled',
    'visit.reopened',
    'visit.confirmed',
    'visit.unconfirmed',
    'visit.arrived',
    'visit.started',
    'visit.completed',
    'visit.no_show',
  ],
  message: ['message.received', 'message.sent'],
}

export const webhookFailures = ['unreachable', 'timeout', 'refused_address', 'redirect', 'response'] as const
/** Why an attempt failed; `response`: the receiver answered with a status that is not 2xx. */
export type WebhookFailure = (typeof webhookFailures)[number]

/**
 * Why an endpoint is off: by an admin, after days of failures only, its receiver answered 410, or the key that encrypted its
 * secret is gone.
 */
export type WebhookOffReason = 'paused' | 'failing' | 'gone' | 'secret_lost'

export type DeliveryStatus = 'waiting' | 'delivered' | 'failed'

export type ChangeKind = 'household' | 'plan' | 'pause' | 'resume' | 'leave' | 'price'

/** A change as it was recorded. */
export interface RecordedChange {
  id: string
  clinicId: string
  subscriptionId: string
  kind: ChangeKind
  versionId: string | null
  quotedCents: number
  quotedAt: Date
  details: unknown
}

/** Recorded and not confirmed by Stripe: a request to end with the period or to go on, or a change. */
export type Recorded = RecordedEnding | { changeId: string }

/** Also the data of the job that syncs it. */
export interface RecordedEnding {
  clinicId: string
  subscriptionId: string
  request: string
}

/** The jobs that make at Stripe what is recorded. */
export const finishChangeJob = 'subscriptions.finish-change'
export const syncCancellationJob = 'subscriptions.sync-cancellation'

/** After an interruption between the click and Stripe's answer, a job repeats what was recorded so much later. */
export const jobAfterSeconds = 60

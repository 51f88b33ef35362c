export type ChangeKind = 'household' | 'plan' | 'pause' | 'resume' | 'leave' | 'price'

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

/** Recorded and not confirmed by Stripe: a cancellation or its undo, or a change. */
export type Recorded = RecordedEnding | { changeId: string }

/** Also the data of the job that syncs it. */
export interface RecordedEnding {
  clinicId: string
  subscriptionId: string
  request: string
}

export const finishChangeJob = 'subscriptions.finish-change'
export const syncCancellationJob = 'subscriptions.sync-cancellation'

/** Delay of the job that repeats a request after an interruption. */
export const jobAfterSeconds = 60

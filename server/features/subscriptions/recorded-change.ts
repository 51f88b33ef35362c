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

import type { Tx } from '#server/platform/database/transactions.ts'

export interface Waiting {
  clinicId: string
  subscriptionId: string
  patientId: string
  since: Date
}

/** Unconfirmed requests and changes of a subscription, or of all, oldest first. Role `system`. */
export async function readWaiting(tx: Tx, before: Date, of?: { clinicId: string; subscriptionId: string }) {
  let endings = tx
    .selectFrom('subscriptions as s')
    .select(['s.clinic_id as clinicId', 's.id as subscriptionId', 's.owner_patient_id as patientId'])
    .select(['s.pending_since as since', 's.stripe_account as account'])
    .where('s.pending_cancel', 'is not', null)
    .where('s.pending_since', '<=', before)
  let changes = tx
    .selectFrom('subscription_changes as c')
    .innerJoin('subscriptions as s', (join) =>
      join.onRef('s.clinic_id', '=', 'c.clinic_id').onRef('s.id', '=', 'c.subscription_id'),
    )
    .select(['s.clinic_id as clinicId', 's.id as subscriptionId', 's.owner_patient_id as patientId'])
    .select(['c.created_at as since', 's.stripe_account as account', 'c.id as changeId'])
    .where('c.state', '=', 'pending')
    .where('c.created_at', '<=', before)
  if (of) {
    endings = endings.where('s.clinic_id', '=', of.clinicId).where('s.id', '=', of.subscriptionId)
    changes = changes
      .where('c.clinic_id', '=', of.clinicId)
      .where('c.subscription_id', '=', of.subscriptionId)
  }
  const [asked, begun] = await Promise.all([
    endings.orderBy('s.pending_since').limit(1_000).execute(),
    changes.orderBy('c.created_at').limit(1_000).execute(),
  ])
  return [...asked.map((each) => ({ ...each, since: each.since ?? before, changeId: null })), ...begun]
}

import { isRunning } from '#domain/subscriptions/subscriptions.ts'
import { dayMs, hourMs } from '#domain/values/durations.ts'
import type { Services } from '#server/clinic/action.ts'
import { writeNotice } from '#server/features/notices/write-notice.ts'
import type { Tx } from '#server/platform/database/transactions.ts'
import { clinicByClinic } from '#server/platform/jobs/clinic-by-clinic.ts'
import { defineJob, type JobResult } from '#server/platform/jobs/jobs.ts'
import { endPaused } from '../ending/end-paused.ts'
import { hasPendingChange } from './pending-change.ts'
import { finishChangeJob } from './recorded-change.ts'

export const applyChangesJob = 'subscriptions.apply-changes'

const purpose = `job:${applyChangesJob}`

/** A period's prices are set at Stripe this long before it begins. */
const aheadMs = dayMs
/** A payer is notified this long before a paused plan resumes. */
const noticeMs = 7 * dayMs

/** Starts scheduled changes that are due: the end of a pause, and plans and prices of the next period. */
export function applyChanges(services: Services) {
  const { transactions, clock } = services
  return defineJob({
    name: applyChangesJob,
    cron: '11,41 * * * *',
    async run(): Promise<JobResult> {
      const applied = await transactions.withSystem(purpose, async (tx) => {
        const now = clock.now()
        const coming = await comingChanges(tx, now)
        let started = 0
        for (const change of coming) {
          const { id, clinicId, kind } = change
          if (!isRunning(change.status) || change.endsWithPeriod) await setState(tx, change, 'undone')
          else if (isDue(change, now)) {
            if (!(await setState(tx, change, 'pending'))) continue
            await services.jobs.enqueue(tx, finishChangeJob, { changeId: id }, { once: id })
            started += 1
          } else if (kind === 'resume')
            await writeNotice(tx, { clinicId, kind: 'plan_change', subjectId: id, key: `${id}:soon` }, now)
        }
        return { coming: coming.length, started }
      })
      return { ...applied, ended: await endPausedOnes(services) }
    },
  })
}

/** Ends paused plans that were canceled in the clinic's Stripe dashboard, because their period never ends. */
function endPausedOnes({ transactions, jobs, clock }: Services): Promise<number> {
  return clinicByClinic(
    { transactions, purpose },
    (tx) => pausedOnes(tx).select('s.clinic_id').distinct().execute(),
    async (tx, clinicId) => {
      const ending = await pausedOnes(tx, clinicId).select('s.id').limit(1_000).forUpdate('s').execute()
      for (const { id } of ending) await endPaused(tx, { clinicId, jobs, now: () => clock.now() }, id)
      return ending.length
    },
  )
}

/** @param clinicId absent: of all clinics */
function pausedOnes(tx: Tx, clinicId?: string) {
  return tx
    .selectFrom('subscriptions as s')
    .$if(clinicId !== undefined, (query) => query.where('s.clinic_id', '=', clinicId ?? ''))
    .where('s.status', '=', 'paused')
    .where('s.cancel_at_period_end', '=', true)
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('subscription_changes as c')
            .select('c.id')
            .whereRef('c.clinic_id', '=', 's.clinic_id')
            .whereRef('c.subscription_id', '=', 's.id')
            .where('c.state', '=', 'pending')
            .$if(clinicId !== undefined, (query) => query.where('c.clinic_id', '=', clinicId ?? '')),
        ),
      ),
    )
}

interface ComingChange {
  id: string
  clinicId: string
  subscriptionId: string
  kind: string
  effectiveAt: Date
  status: string
  endsWithPeriod: boolean
  periodEnd: Date
}

function comingChanges(tx: Tx, now: Date): Promise<ComingChange[]> {
  return tx
    .selectFrom('subscription_changes as c')
    .innerJoin('subscriptions as s', (join) =>
      join.onRef('s.clinic_id', '=', 'c.clinic_id').onRef('s.id', '=', 'c.subscription_id'),
    )
    .select(['c.id', 'c.clinic_id as clinicId', 'c.subscription_id as subscriptionId', 'c.kind'])
    .select(['c.effective_at as effectiveAt', 's.status', 's.cancel_at_period_end as endsWithPeriod'])
    .select('s.current_period_end as periodEnd')
    .where('c.state', '=', 'scheduled')
    .where('c.effective_at', '<', new Date(now.getTime() + noticeMs))
    .orderBy('c.effective_at')
    .limit(1_000)
    .execute()
}

/** A plan or price is set shortly before its period begins. */
function isDue({ kind, effectiveAt, periodEnd }: ComingChange, now: Date): boolean {
  if (kind === 'resume') return effectiveAt.getTime() <= now.getTime()
  const isReached = effectiveAt.getTime() <= periodEnd.getTime() + hourMs
  return isReached && periodEnd.getTime() > now.getTime() && periodEnd.getTime() - now.getTime() < aheadMs
}

/** @returns false when it is no longer scheduled, or another change is pending */
async function setState(
  tx: Tx,
  { id, clinicId, subscriptionId, periodEnd, kind, effectiveAt }: ComingChange,
  state: 'pending' | 'undone',
): Promise<boolean> {
  if (state === 'pending' && (await hasPendingChange(tx, clinicId, subscriptionId))) return false
  const { numUpdatedRows } = await tx
    .updateTable('subscription_changes')
    .set({ state, effective_at: kind === 'resume' ? effectiveAt : periodEnd })
    .where('clinic_id', '=', clinicId)
    .where('id', '=', id)
    .where('state', '=', 'scheduled')
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

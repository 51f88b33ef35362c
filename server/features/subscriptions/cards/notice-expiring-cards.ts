import { expiringMonths } from '#domain/subscriptions/cards.ts'
import { runningStatuses } from '#domain/subscriptions/subscriptions.ts'
import type { Services } from '#server/clinic/action.ts'
import { writeNotice } from '#server/features/notices/write-notice.ts'
import { defineJob, type JobResult } from '#server/platform/jobs/jobs.ts'

export const noticeExpiringCardsJob = 'subscriptions.notice-expiring-cards'

/**
 * Notifies patients once per card and date before the card of their plan expires (docs/domain-rules.md rule 15), unless
 * its bank has renewed it.
 */
export function noticeExpiringCards({ transactions, clock }: Pick<Services, 'transactions' | 'clock'>) {
  return defineJob({
    name: noticeExpiringCardsJob,
    cron: '29 * * * *',
    run: (): Promise<JobResult> =>
      transactions.withSystem(`job:${noticeExpiringCardsJob}`, async (tx) => {
        const now = clock.now()
        const months = expiringMonths(now)
        if (months.length === 0) return { found: 0 }
        const cards = await tx
          .selectFrom('patient_cards as k')
          .select(['k.id', 'k.clinic_id as clinicId', 'k.exp_month', 'k.exp_year'])
          .where('k.is_default', '=', true)
          .where((where) =>
            where.or(
              months.map(({ month, year }) =>
                where.and([where('k.exp_month', '=', month), where('k.exp_year', '=', year)]),
              ),
            ),
          )
          .where((where) =>
            where.exists(
              where
                .selectFrom('subscriptions as s')
                .select('s.id')
                .whereRef('s.clinic_id', '=', 'k.clinic_id')
                .whereRef('s.owner_patient_id', '=', 'k.patient_id')
                .where('s.status', 'in', [...runningStatuses])
                .where('s.cancel_at_period_end', '=', false)
                // charged to it
                .where('s.days_until_due', 'is', null),
            ),
          )
          .execute()
        for (const { id, clinicId, exp_month: month, exp_year: year } of cards) {
          const key = `${id}:${year}-${month}`
          await writeNotice(tx, { clinicId, kind: 'card_expiring', subjectId: id, key }, now)
        }
        return { found: cards.length }
      }),
  })
}

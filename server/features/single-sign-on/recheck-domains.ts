import { AppError } from '#domain/errors.ts'
import { domainCheckDays } from '#domain/single-sign-on/domains.ts'
import { dayMs, hourMs } from '#domain/values/durations.ts'
import type { Services } from '#server/clinic/action.ts'
import { retryIfTaken } from '#server/platform/database/retry-if-taken.ts'
import { defineJob, type JobResult } from '#server/platform/jobs/jobs.ts'
import { lookUpProof, type SsoDomainRow, storeAnswer } from './sso-domain-rows.ts'

const name = 'single-sign-on.recheck-domains'
const purpose = `job:${name}`

/** Parallel lookups: each may wait seconds for a name server. */
const atOnce = 10

/**
 * Looks up the records of proven domains once a week, and daily while one is missing. Revokes a domain after the days
 * of grace, and proves it again once its record is back (docs/decisions/0147).
 */
export function recheckDomains(
  services: Pick<Services, 'transactions' | 'clock' | 'dns' | 'config' | 'notices' | 'log'>,
) {
  const { transactions, clock, log } = services

  async function check(row: SsoDomainRow): Promise<void> {
    const answer = await lookUpProof(services, row)
    await retryIfTaken(() =>
      transactions.withSystem(purpose, (tx) => storeAnswer(tx, services, row, answer)),
    ).catch((error: unknown) => {
      if (!(error instanceof AppError)) throw error
    })
  }

  return defineJob({
    name,
    cron: '41 4 * * *',
    async run(): Promise<JobResult> {
      // an hour less, because nightly runs begin at slightly different times
      const before = new Date(clock.now().getTime() - domainCheckDays * dayMs + hourMs)
      const due = await transactions.withSystem(purpose, (tx) =>
        tx
          .selectFrom('app.sso_domains')
          .selectAll()
          .where((where) =>
            where.or([
              where('missing_since', 'is not', null),
              where.and([
                where.or([where('proven_at', 'is not', null), where('lost_at', 'is not', null)]),
                where('checked_at', '<=', before),
              ]),
            ]),
          )
          .orderBy('checked_at')
          .execute(),
      )
      let failed = 0
      for (let from = 0; from < due.length; from += atOnce) {
        const results = await Promise.allSettled(due.slice(from, from + atOnce).map(check))
        for (const result of results) {
          if (result.status === 'fulfilled') continue
          failed += 1
          log.error('single_sign_on.recheck_failed', { error: result.reason })
        }
      }
      if (failed > 0) throw new Error(`${failed} domains could not be checked`)
      return { checked: due.length }
    },
  })
}

import type { MoneyReport } from '#domain/reports/entries.ts'
import { periodInput } from '#domain/reports/inputs.ts'
import { action, type ClinicCtx } from '#server/clinic/action.ts'
import type { Tx } from '#server/platform/database/transactions.ts'
import { readReport } from './read-report.ts'

/**
 * Returns the sums of a period from the ledger: by kind of entry, the tax by name and rate, and the months of plans paid
 * for a year. Days are in the clinic's zone.
 */
export const moneyReport = action({
  name: 'money-report',
  input: periodInput,
  access: 'money:read',
  run: async (tx, ctx, period): Promise<MoneyReport> =>
    readReport(tx, await reportingClinic(tx, ctx), period, ctx.now()),
})

export function reportingClinic(tx: Tx, { clinicId }: ClinicCtx) {
  return tx
    .selectFrom('clinics')
    .select(['id', 'subdomain', 'currency', 'time_zone as timeZone'])
    .where('id', '=', clinicId)
    .executeTakeFirstOrThrow()
}

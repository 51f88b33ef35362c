import { moneyExportInput } from '#domain/reports/inputs.ts'
import { journalsCsv } from '#domain/reports/journals.ts'
import { instantsOfPeriod } from '#domain/reports/periods.ts'
import { entriesCsv, exportFileName, reportSheets } from '#domain/reports/sheets.ts'
import { outwardAction } from '#server/clinic/action.ts'
import { audit } from '#server/clinic/audit.ts'
import { requirePermission } from '#server/clinic/permission.ts'
import { recordRead } from '#server/clinic/record-read.ts'
import { xlsxFile } from '#server/platform/xlsx.ts'
import { readBookAccounts } from './book-accounts.ts'
import { creditEntries } from './credit-entries.ts'
import { readEntries } from './money-entries.ts'
import { reportingClinic } from './money-report.ts'
import { readReport } from './read-report.ts'

const types = {
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  csv: 'text/csv; charset=utf-8',
}

/**
 * Returns a period's entries of the ledger as a file: a workbook or CSV with patient, plan, receipt, method, tax and
 * payout, with write-offs and changes of credits; or journal entries for QuickBooks Online or Xero, which name no
 * patients. Amounts sum to the ledger's. Audited; reads of patients too.
 */
export const exportMoney = outwardAction({
  name: 'export-money',
  input: moneyExportInput,
  access: 'money:read',
  asksFreshProof: true,
  async run(ctx, { format, ...period }): Promise<Response> {
    const { clinic, report, entries, names } = await ctx.transactions.withActor(
      ctx.caller,
      async (tx, actor) => {
        await requirePermission(tx, actor, 'money:read')
        await audit(tx, 'money.exported', null, { from: period.from, to: period.until, format })
        const found = await reportingClinic(tx, ctx)
        const range = { clinicId: ctx.clinicId, ...instantsOfPeriod(period, found.timeZone) }
        const read = await readEntries(tx, range, found.timeZone)
        const isNamed = format === 'csv' || format === 'xlsx'
        const credits = isNamed
          ? await creditEntries(tx, range, found.timeZone)
          : { entries: [], patientIds: [] }
        const patientIds = [...new Set([...read.patientIds, ...credits.patientIds])]
        if (isNamed && patientIds.length > 0)
          await recordRead(tx, ['invoices', 'patients'], patientIds, 'export')
        return {
          clinic: found,
          entries: [...read.entries, ...credits.entries].sort((a, b) =>
            a.on < b.on ? -1 : a.on > b.on ? 1 : 0,
          ),
          report: await readReport(tx, found, period, ctx.now()),
          names: await readBookAccounts(tx, ctx.clinicId),
        }
      },
    )
    const { currency } = clinic
    const content = () => {
      if (format === 'xlsx') return xlsxFile(reportSheets(entries, report), currency)
      if (format === 'csv') return entriesCsv(entries)
      return journalsCsv(entries, period, { format, names, currency })
    }
    return new Response(await content(), {
      headers: {
        'Content-Type': types[format === 'xlsx' ? 'xlsx' : 'csv'],
        'Content-Disposition': `attachment; filename="${exportFileName(clinic.subdomain, format, period)}"`,
        'Cache-Control': 'no-store',
      },
    })
  },
})

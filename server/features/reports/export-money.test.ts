import { expect, it } from 'vitest'
import type { ExportFormat } from '#domain/reports/book-accounts.ts'
import { setUpSale } from '#testing/money/set-up.ts'
import { exportMoney } from './export-money.ts'

const { test, clinic, plan } = await setUpSale()

it('is audited with its patients, unless the file names none', async () => {
  const { patientId } = await test.aMember(clinic, plan)
  const year = test.clock.now().toISOString().slice(0, 4)
  const period = { from: `${year}-01-01`, until: `${year}-12-31` }
  let last = 0
  const reads = async (format: ExportFormat) => {
    const answer = await test.call(exportMoney, clinic.admin.caller(), { ...period, format })
    expect(answer.headers.get('Content-Disposition')).toContain(
      `${clinic.subdomain}-${year}-01-01-${year}-12-31.`,
    )
    const rows = await test.db.asOwner<{ id: string; action: string; patient_ids: string[] }>(
      `select * from app.audit_log
        where clinic_id = $1 and id > $2 and (action = 'money.exported' or purpose = 'export') order by id`,
      [clinic.id, last],
    )
    last = Number(rows.at(-1)?.id)
    return rows
  }
  expect(await reads('csv')).toMatchObject([
    { action: 'money.exported', details: { from: period.from, to: period.until, format: 'csv' } },
    { patient_ids: [patientId] },
  ])
  expect(await reads('xlsx')).toHaveLength(2)
  expect(await reads('xero')).toMatchObject([{ action: 'money.exported', patient_ids: [] }])
  expect(await reads('quickbooks')).toHaveLength(1)
}, 60_000)

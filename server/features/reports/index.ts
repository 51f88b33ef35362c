import { feature } from '#server/clinic/feature.ts'
import { exportMoney } from './export-money.ts'
import { moneyReport } from './money-report.ts'
import { saveBookAccounts } from './save-book-accounts.ts'

export const reportsFeature = feature({
  actions: [moneyReport, exportMoney, saveBookAccounts],
})

import { feature } from '#server/clinic/feature.ts'
import { exportYearStatements } from './export-year-statements.ts'
import { receiptPdf } from './receipt-pdf.ts'
import { saveReceiptDetails } from './save-receipt-details.ts'
import { yearStatement } from './year-statement.ts'

export const receiptsFeature = feature({
  actions: [receiptPdf, yearStatement, exportYearStatements, saveReceiptDetails],
})

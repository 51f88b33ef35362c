import { feature } from '#server/clinic/feature.ts'
import { makeClinicValueReceipts, makeValueReceipts } from './make-value-receipts.ts'
import { openValueReceipt } from './open-value-receipt.ts'
import { saveValueSettings } from './save-value-settings.ts'
import { valueFigures } from './value-figures.ts'

export const valueReceiptsFeature = feature({
  actions: [saveValueSettings, openValueReceipt, valueFigures],
  jobs: [makeValueReceipts, makeClinicValueReceipts],
})

import { feature } from '#server/clinic/feature.ts'
import { chargeVisitFee } from './charge-visit-fee.ts'
import { waiveVisitFee } from './waive-visit-fee.ts'

export const visitFeesFeature = feature({ actions: [chargeVisitFee, waiveVisitFee] })

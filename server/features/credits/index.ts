import { feature } from '#server/clinic/feature.ts'
import { giveCredit } from './give-credit.ts'
import { nextInvoice } from './next-invoice.ts'
import { takeBackCredit } from './take-back-credit.ts'

export const creditsFeature = feature({ actions: [giveCredit, nextInvoice, takeBackCredit] })

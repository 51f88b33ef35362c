import { feature } from '#server/clinic/feature.ts'
import { compareLedger, compareLedgers } from './compare-ledger.ts'

export const ledgerFeature = feature({
  actions: [],
  jobs: [compareLedgers, compareLedger],
})

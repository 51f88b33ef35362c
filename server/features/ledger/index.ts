import { feature } from '#server/platform/feature.ts'
import { compareLedger, compareLedgers } from './compare-ledger.ts'

export const ledgerFeature = feature({
  actions: [],
  jobs: [compareLedgers, compareLedger],
})

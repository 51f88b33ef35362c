import { feature } from '#server/clinic/feature.ts'
import { agreeFee } from './agree-fee.ts'
import { operatorClinics } from './operator-clinics.ts'
import { operatorOverview } from './operator-overview.ts'
import { retryJob } from './retry-job.ts'

export const operatorFeature = feature({
  actions: [operatorClinics, agreeFee, operatorOverview, retryJob],
})

import { feature } from '#server/clinic/feature.ts'
import { chargeClinic, chargeDue } from './charge-clinics.ts'
import { closeClinicMonths, closeMonths } from './close-months.ts'
import { moneyOverview } from './money-overview.ts'

export const statementsFeature = feature({
  actions: [moneyOverview],
  jobs: [closeMonths, closeClinicMonths, chargeDue, chargeClinic],
})

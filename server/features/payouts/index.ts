import { feature } from '#server/clinic/feature.ts'
import { refreshPayoutAccount } from './refresh-payout-account.ts'
import { saveClinicTax } from './save-clinic-tax.ts'
import { setBankDebits } from './set-bank-debits.ts'
import { startPayoutOnboarding } from './start-payout-onboarding.ts'

export const payoutsFeature = feature({
  actions: [startPayoutOnboarding, refreshPayoutAccount, saveClinicTax, setBankDebits],
})

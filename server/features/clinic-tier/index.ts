import { feature } from '#server/clinic/feature.ts'
import { cancelTier, resumeTier } from './cancel-tier.ts'
import { checkSubscription } from './check-subscription.ts'
import { createCheckout } from './create-checkout.ts'
import { clinicInvoicePdf } from './invoices/clinic-invoice-pdf.ts'
import { clinicInvoicesZip } from './invoices/clinic-invoices-zip.ts'
import { payClinicInvoice } from './invoices/pay-clinic-invoice.ts'
import { lackingFeatures } from './lacking-features.ts'
import { mailFailedTiers, voidTierInvoice } from './mail-failed-tiers.ts'
import { previewTier } from './preview-tier.ts'
import { refreshBilling } from './refresh-billing.ts'
import { saveBillingAddress } from './save-billing-address.ts'
import { syncBillingAddress } from './sync-billing-address.ts'
import { updatePaymentMethod } from './update-payment-method.ts'

export const clinicTierFeature = feature({
  actions: [
    createCheckout,
    checkSubscription,
    lackingFeatures,
    previewTier,
    cancelTier,
    resumeTier,
    updatePaymentMethod,
    saveBillingAddress,
    refreshBilling,
    clinicInvoicePdf,
    clinicInvoicesZip,
    payClinicInvoice,
  ],
  jobs: [syncBillingAddress, mailFailedTiers, voidTierInvoice],
})

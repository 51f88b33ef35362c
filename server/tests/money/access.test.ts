import { describe, expect, it } from 'vitest'
import type { Action } from '#server/clinic/action.ts'
import { joinPlan } from '#server/features/checkouts/join-plan.ts'
import { joinStatus } from '#server/features/checkouts/join-status.ts'
import { signAgreement } from '#server/features/checkouts/sign-agreement.ts'
import { cancelTier, resumeTier } from '#server/features/clinic-tier/cancel-tier.ts'
import { checkSubscription } from '#server/features/clinic-tier/check-subscription.ts'
import { createCheckout } from '#server/features/clinic-tier/create-checkout.ts'
import { clinicInvoicePdf } from '#server/features/clinic-tier/invoices/clinic-invoice-pdf.ts'
import { clinicInvoicesZip } from '#server/features/clinic-tier/invoices/clinic-invoices-zip.ts'
import { payClinicInvoice } from '#server/features/clinic-tier/invoices/pay-clinic-invoice.ts'
import { previewTier } from '#server/features/clinic-tier/preview-tier.ts'
import { refreshBilling } from '#server/features/clinic-tier/refresh-billing.ts'
import { saveBillingAddress } from '#server/features/clinic-tier/save-billing-address.ts'
import { updatePaymentMethod } from '#server/features/clinic-tier/update-payment-method.ts'
import { dashboardFigures } from '#server/features/dashboard/dashboard-figures.ts'
import { acceptDispute, answerDispute } from '#server/features/invoices/answer-dispute.ts'
import { assignCharge } from '#server/features/invoices/assign-charge.ts'
import { addToPlan } from '#server/features/invoices/desk/add-to-plan.ts'
import { createInvoice } from '#server/features/invoices/desk/create-invoice.ts'
import { recordPayment } from '#server/features/invoices/desk/record-payment.ts'
import { reversePayment } from '#server/features/invoices/desk/reverse-payment.ts'
import { writeOffInvoice } from '#server/features/invoices/desk/write-off-invoice.ts'
import { findPayments } from '#server/features/invoices/find-payments.ts'
import { invoicePdf } from '#server/features/invoices/invoice-pdf.ts'
import { payInvoice } from '#server/features/invoices/pay-invoice.ts'
import { refundPayment } from '#server/features/invoices/refund-payment.ts'
import { retryPayment } from '#server/features/invoices/retry-payment.ts'
import { sendPaymentLink } from '#server/features/invoices/send-payment-link.ts'
import { refreshPayoutAccount } from '#server/features/payouts/refresh-payout-account.ts'
import { saveClinicTax } from '#server/features/payouts/save-clinic-tax.ts'
import { startPayoutOnboarding } from '#server/features/payouts/start-payout-onboarding.ts'
import { closePlan } from '#server/features/plans/close-plan.ts'
import { publishPlan } from '#server/features/plans/publish-plan.ts'
import { savePlan } from '#server/features/plans/save-plan.ts'
import { receiptPdf } from '#server/features/receipts/receipt-pdf.ts'
import { saveReceiptDetails } from '#server/features/receipts/save-receipt-details.ts'
import { moneyOverview } from '#server/features/statements/money-overview.ts'
import { changeOwnCard } from '#server/features/subscriptions/cards/change-own-card.ts'
import { payAutomatically } from '#server/features/subscriptions/cards/pay-automatically.ts'
import { removeOwnCard } from '#server/features/subscriptions/cards/remove-own-card.ts'
import { setDefaultCard } from '#server/features/subscriptions/cards/set-default-card.ts'
import { cancelSubscription } from '#server/features/subscriptions/ending/cancel-subscription.ts'
import { resumeSubscription } from '#server/features/subscriptions/resume-subscription.ts'
import { saveValueSettings } from '#server/features/value-receipts/save-value-settings.ts'
import { valueFigures } from '#server/features/value-receipts/value-figures.ts'
import { agreement } from '#testing/money/agreement.ts'
import { setUpPayments } from '#testing/money/set-up.ts'
import { aPatient, aSignedInPerson, aStaffMember, aVisitor } from '#testing/sign-in/people.ts'

/**
 * Each role's result in the ids' clinic. `yes`: the permission check passed. All but the last three belong to this clinic.
 */
const roles = [
  'admin',
  'readOnlyStaff',
  'staff',
  'member',
  'patient',
  'pending',
  'suspended',
  'stranger',
  'otherAdmin',
  'nobody',
] as const
type Role = (typeof roles)[number]

const admins: Role[] = ['admin']
const team: Role[] = ['admin', 'readOnlyStaff', 'staff', 'member']
const patients: Role[] = ['patient', 'pending']
const signedIn: Role[] = roles.filter((role) => role !== 'nobody')

const ids = { subscription: '', invoice: '', session: '', receipt: '' }

const test = await setUpPayments()
const clinic = await test.aSellingClinic()
const plan = await test.aPublishedPlan(clinic)
const owner = await test.aMember(clinic, plan)
const [row] = await test.db.asOwner<typeof ids>(
  `select s.id as subscription, i.id as invoice, c.stripe_session as session, r.id as receipt
     from subscriptions s join invoices i on i.subscription_id = s.id join receipts r on r.invoice_id = i.id
     join app.checkouts c on c.subject_id = s.owner_patient_id where s.owner_patient_id = $1`,
  [owner.patientId],
)
Object.assign(ids, row)
const { db } = test
const here = { subdomain: clinic.subdomain }
const callers = {
  admin: clinic.admin.caller(),
  readOnlyStaff: (await aStaffMember(db, clinic, { isReadOnly: true })).caller(),
  staff: (await aStaffMember(db, clinic)).caller(),
  member: (await aStaffMember(db, clinic, { role: 'member' })).caller(),
  patient: (await aPatient(db, clinic)).caller(),
  pending: (await aPatient(db, clinic, { status: 'pending', confirmed: false })).caller(),
  suspended: (await aPatient(db, clinic, { suspended: true })).caller(),
  stranger: (await aSignedInPerson(db)).caller(here),
  otherAdmin: (await test.aSellingClinic()).admin.caller(here),
  nobody: aVisitor(here),
}

const draft = { kind: 'wellness', name: 'New', interval: 'month', amountCents: 1_000 }

const matrix: [Action, () => object, Role[]][] = [
  [savePlan, () => draft, admins],
  [publishPlan, () => ({ planId: plan.id }), admins],
  [closePlan, () => ({ planId: crypto.randomUUID() }), admins],
  [startPayoutOnboarding, () => ({}), admins],
  [refreshPayoutAccount, () => ({}), admins],
  [createCheckout, () => ({ plan: 'starter' }), admins],
  [previewTier, () => ({ plan: 'starter' }), admins],
  [cancelTier, () => ({}), admins],
  [resumeTier, () => ({}), admins],
  [updatePaymentMethod, () => ({}), admins],
  [
    saveBillingAddress,
    () => ({
      version: 0,
      name: 'Clinic',
      line1: '1 Road',
      line2: '',
      city: 'Town',
      state: 'MA',
      postalCode: '01103',
      country: 'US',
    }),
    admins,
  ],
  [
    saveReceiptDetails,
    () => ({
      version: 0,
      legalName: 'Clinic PLLC',
      address: '',
      taxNumber: '',
      npi: '',
      numbersByYear: false,
    }),
    admins,
  ],
  [saveValueSettings, () => ({ version: 0, audience: 'nobody', prices: {} }), admins],
  [valueFigures, () => ({}), admins],
  [refreshBilling, () => ({}), admins],
  [clinicInvoicesZip, () => ({}), admins],
  [clinicInvoicePdf, () => ({ invoiceId: ids.invoice }), admins],
  [payClinicInvoice, () => ({ invoiceId: ids.invoice }), admins],
  [moneyOverview, () => ({}), admins],
  [findPayments, () => ({ text: 'none' }), admins],
  [dashboardFigures, () => ({}), team],
  [joinPlan, () => ({ priceId: plan.price.id, attempt: crypto.randomUUID(), agreement }), patients],
  [joinStatus, () => ({ sessionId: ids.session }), patients],
  [cancelSubscription, () => ({ subscriptionId: ids.subscription }), [...admins, ...patients]],
  [resumeSubscription, () => ({ subscriptionId: ids.subscription }), [...admins, ...patients]],
  [
    invoicePdf,
    () => ({ invoiceId: ids.invoice }),
    signedIn.filter((role) => role === 'admin' || !team.includes(role)),
  ],
  [saveClinicTax, () => ({ tax: { name: 'HST', percentage: '13', isInclusive: false } }), admins],
  [
    refundPayment,
    () => ({ paymentId: 'ch_unknown0000', amountCents: 100, attempt: crypto.randomUUID() }),
    admins,
  ],
  [retryPayment, () => ({ invoiceId: ids.invoice, attempt: crypto.randomUUID() }), admins],
  [sendPaymentLink, () => ({ invoiceId: ids.invoice }), admins],
  [
    recordPayment,
    () => ({
      invoiceId: ids.invoice,
      amountCents: 100,
      method: 'cash',
      receivedOn: '2026-01-05',
      reference: '',
    }),
    admins,
  ],
  [
    createInvoice,
    () => ({
      patientId: crypto.randomUUID(),
      lines: [{ description: 'A form', amountCents: 2_500 }],
      dueInDays: 14,
      isTaxed: false,
      attempt: crypto.randomUUID(),
    }),
    admins,
  ],
  [reversePayment, () => ({ paymentId: 'desk_in_unknown0000', reason: 'mistake' }), admins],
  [writeOffInvoice, () => ({ invoiceId: ids.invoice, amountCents: 100, reason: 'agreed' }), admins],
  [
    answerDispute,
    () => ({ disputeId: 'du_unknown0000', evidence: 'A visit', attempt: crypto.randomUUID() }),
    admins,
  ],
  [acceptDispute, () => ({ disputeId: 'du_unknown0000' }), admins],
  [assignCharge, () => ({ chargeId: 'ch_unknown0000', patientId: null }), admins],
  [payInvoice, () => ({ invoiceId: ids.invoice }), patients],
  [addToPlan, () => ({ patientId: crypto.randomUUID(), priceId: plan.price.id, dueInDays: 14 }), admins],
  [signAgreement, () => ({ subscriptionId: ids.subscription }), patients],
  [payAutomatically, () => ({ subscriptionId: ids.subscription }), patients],
  [changeOwnCard, () => ({}), patients],
  [setDefaultCard, () => ({ cardId: crypto.randomUUID() }), patients],
  [removeOwnCard, () => ({ cardId: crypto.randomUUID() }), patients],
  [
    receiptPdf,
    () => ({ receiptId: ids.receipt }),
    signedIn.filter((role) => role === 'admin' || !team.includes(role)),
  ],
  [checkSubscription, () => ({}), signedIn],
]

describe.each(matrix)('$name', (action, input, allowed) => {
  it.each(roles)('%s', async (role) => {
    const outcome = await action.call(test.services, callers[role], input()).then(
      () => 'yes',
      (error: { code?: string }) => error.code ?? String(error),
    )
    if (!allowed.includes(role)) {
      expect(outcome).toBe(role === 'nobody' ? 'not_signed_in' : 'not_allowed')
    } else {
      // the permission check passed; another role's rows do not exist for them
      expect(outcome).not.toMatch(/not_signed_in|not_allowed|Error/)
    }
  })
})

it('other people’s records do not exist, for patients and for other clinics', async () => {
  for (const role of ['patient', 'pending', 'suspended', 'stranger', 'otherAdmin'] as const) {
    const read = test.call(invoicePdf, callers[role], { invoiceId: ids.invoice })
    await expect(read).rejects.toMatchObject({ code: 'not_found' })
    const receipt = test.call(receiptPdf, callers[role], { receiptId: ids.receipt })
    await expect(receipt).rejects.toMatchObject({ code: 'not_found' })
  }
  for (const role of patients) {
    for (const action of [cancelSubscription, resumeSubscription])
      await expect(
        test.call(action, callers[role], { subscriptionId: ids.subscription }),
      ).rejects.toMatchObject({ code: 'not_found' })
    await expect(test.call(joinStatus, callers[role], { sessionId: ids.session })).rejects.toMatchObject({
      code: 'not_found',
    })
  }
})

it('the dashboard shows revenue only to admins', async () => {
  const revenueOf = async (role: Role) => (await test.call(dashboardFigures, callers[role], {})).revenue
  expect(await revenueOf('admin')).toMatchObject({ thisMonthCents: 9_900 })
  expect(await revenueOf('readOnlyStaff')).toBeNull()
  expect(await revenueOf('staff')).toBeNull()
  expect(await revenueOf('member')).toBeNull()
})

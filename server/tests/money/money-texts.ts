/**
 * Why a sentence about money is true where it is shown (docs/decisions/0153):
 * - `notice`: mailed by a notice of this kind, after its fact (`money-facts.ts`)
 * - `answer`: shown after these actions have answered, and so after Stripe; an unconfirmed request has another sentence
 * - `copy`: shown beside data that was read from Stripe
 * - `before`: shown before a click: its effect, or a rule
 * - `refusal`: shown after a refused action, which changed nothing
 * - `no-claim`: another meaning of the words
 */
export type MoneyReason =
  | { notice: string }
  | { answer: readonly string[] }
  | 'copy'
  | 'before'
  | 'refusal'
  | 'no-claim'

const cancel = { answer: ['cancel-subscription'] }
const resume = { answer: ['resume-subscription'] }

/** By the path of a text in `domain/texts/`; the longest matching prefix counts. */
export const moneyTexts: Record<string, MoneyReason> = {
  agreementTexts: 'before',
  'checkoutTexts.review': 'before',
  'checkoutTexts.canceledTitle': 'copy',
  'checkoutTexts.confirming': 'copy',
  clinicBillingMailTexts: 'copy',
  'clinicClosingTexts.mail.closes': 'before',
  'clinicClosingTexts.mail.stays': 'before',
  'clinicTierTexts.pricing': 'copy',
  'clinicTierTexts.billing': 'copy',
  'clinicTierTexts.plan': 'before',
  'clinicTierTexts.plan.confirm.charged': { answer: ['create-checkout'] },
  'clinicTierTexts.plan.kept': { answer: ['resume-tier'] },
  'activityTexts.actions.payment': 'copy',
  'activityTexts.actions.clinic_tier': { answer: ['cancel-tier', 'resume-tier'] },
  'dashboardTexts.members.reason.left': 'copy',
  'dashboardTexts.setup.steps.card': 'before',
  errorTexts: 'refusal',
  'clinicInvoiceTexts.list.filters.refunded': 'copy',
  'clinicInvoiceTexts.list.refunded': 'copy',
  'clinicInvoiceTexts.list.refundedPartly': 'copy',
  'clinicInvoiceTexts.refund': 'before',
  'clinicInvoiceTexts.refund.done': { answer: ['refund-payment'] },
  'clinicInvoiceTexts.refund.refunded': 'copy',
  'clinicInvoiceTexts.refund.takenBack': 'copy',
  'clinicInvoiceTexts.refund.failedTitle': 'refusal',
  'invoiceTexts.statuses': 'copy',
  'clinicInvoiceTexts.record.done': { answer: ['record-payment'] },
  'clinicInvoiceTexts.reverse': 'before',
  'clinicInvoiceTexts.reverse.done': { answer: ['reverse-payment'] },
  'clinicInvoiceTexts.reverse.failedTitle': 'refusal',
  'clinicInvoiceTexts.reverse.reversed': 'copy',
  'clinicInvoiceTexts.writeOff': 'before',
  'clinicInvoiceTexts.writeOff.done': { answer: ['write-off-invoice'] },
  'clinicInvoiceTexts.writeOff.failedTitle': 'refusal',
  'clinicInvoiceTexts.failedPayments': 'before',
  'invoiceTexts.history': 'copy',
  marketingTexts: 'before',
  'membershipTexts.removeWithPlan': 'before',
  'membershipTexts.removeWithPlan.done': { answer: ['remove-member'] },
  'membershipTexts.removeWithPlan.waits': { answer: ['remove-member'] },
  'membershipTexts.deactivateConsequence': 'before',
  'membershipTexts.cancelPlan': 'before',
  'membershipTexts.cancelPlan.done': cancel,
  'membershipTexts.cancelPlan.stopped': cancel,
  'membershipTexts.cancelPlan.kept': resume,
  'noticeTexts.paymentReceived': { notice: 'payment_received' },
  'noticeTexts.refundGiven': { notice: 'refund_given' },
  'noticeTexts.planCanceled': { notice: 'plan_canceled' },
  'noticeTexts.planEnded': { notice: 'plan_ended' },
  'noticeTexts.planChange': { notice: 'plan_change' },
  'noticeTexts.planChangeWaits': { notice: 'plan_change_waits' },
  'noticeTexts.renewal': { notice: 'plan_renewal' },
  'userNoticeTexts.kinds': 'copy',
  patientImportTexts: 'before',
  payoutTexts: 'before',
  planTexts: 'before',
  receiptTexts: 'copy',
  reportTexts: 'copy',
  statementTexts: 'copy',
  'retentionTexts.leave': 'before',
  'retentionTexts.leave.doneDetail': { answer: ['leave-clinic'] },
  'retentionTexts.leave.waits': { answer: ['leave-clinic'] },
  openAmountTexts: 'before',
  'subscriptionTexts.standing': 'copy',
  'subscriptionTexts.state': 'copy',
  'subscriptionTexts.prepared': 'before',
  'subscriptionTexts.page.automatic': 'before',
  'subscriptionTexts.page.cancel': 'before',
  'subscriptionTexts.page.cancel.done': cancel,
  'subscriptionTexts.page.cancel.stopped': cancel,
  'subscriptionTexts.page.resume.done': resume,
  'subscriptionTexts.page.household': 'before',
  'subscriptionTexts.page.household.charged': { answer: ['change-household'] },
  'subscriptionTexts.page.household.failed': 'refusal',
  'subscriptionTexts.page.switch': 'before',
  'subscriptionTexts.page.switch.charged': { answer: ['switch-plan'] },
  'subscriptionTexts.page.pause': 'before',
  'subscriptionTexts.page.pause.done': { answer: ['pause-subscription'] },
  'subscriptionTexts.page.unpause': 'before',
  'subscriptionTexts.page.unpause.done': { answer: ['unpause-subscription'] },
  'subscriptionTexts.page.leave': 'before',
  'subscriptionTexts.page.leave.done': { answer: ['leave-plan'] },
  'subscriptionTexts.page.payOpen': 'refusal',
  'subscriptionTexts.page.methods': 'copy',
  'subscriptionTexts.page.methods.useDone': { answer: ['set-default-card'] },
  clinicChangeTexts: 'before',
  'clinicChangeTexts.ended': 'copy',
  'clinicChangeTexts.pending': 'copy',
  'clinicChangeTexts.cancel.done': cancel,
  'clinicChangeTexts.cancel.stopped': cancel,
  'clinicChangeTexts.resume.done': resume,
  'clinicChangeTexts.household.charged': { answer: ['change-household'] },
  'clinicChangeTexts.household.failed': 'refusal',
  'clinicChangeTexts.pause.done': { answer: ['pause-subscription'] },
  'clinicChangeTexts.unpause.done': { answer: ['unpause-subscription'] },
  'clinicChangeTexts.leave.done': { answer: ['leave-plan'] },
}

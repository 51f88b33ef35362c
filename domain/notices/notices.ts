/** Events that are sent by mail or text message (`app.notices`). */

export const noticeKinds = [
  'patient_joined',
  'clinic_opened',
  'payment_received',
  'payment_failed',
  // An invoice that is paid by link: issued, or due today.
  'invoice_due',
  // A bank debit has begun.
  'payment_processing',
  'refund_given',
  'refund_failed',
  // To the payer: a credit for the next invoices.
  'credit_given',
  'credit_taken_back',
  'card_expiring',
  'plan_canceled',
  'plan_ended',
  // A change of a running plan, done or announced.
  'plan_change',
  // Stored, but not confirmed by Stripe.
  'plan_change_waits',
  'plan_price',
  // A yearly plan is about to renew.
  'plan_renewal',
  'invitation_accepted',
  // To a patient, by mail or text message as preferred.
  'patient_message',
  'patient_update',
  'patient_reminder',
  'visit_patient',
  'visit_provider',
  'visit_former_provider',
  // To a guardian and the ward; names neither the event nor the patient.
  'guardian_update',
  'guardian_soon',
  'guardian_changed',
  'ward_soon',
  'ward_changed',
] as const

export const guardianNoticeKinds = [
  'guardian_update',
  'guardian_soon',
  'guardian_changed',
  'ward_soon',
  'ward_changed',
] as const satisfies readonly (typeof noticeKinds)[number][]

export type GuardianNoticeKind = (typeof guardianNoticeKinds)[number]
export type NoticeKind = (typeof noticeKinds)[number]

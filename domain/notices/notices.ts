/** Facts that somebody is mailed about (`app.notices`). */

export const noticeKinds = [
  'patient_joined',
  'clinic_opened',
  'payment_received',
  'payment_failed',
  'refund_given',
  'refund_failed',
  'card_expiring',
  'plan_canceled',
  'plan_ended',
  // a change of a running plan, done or announced
  'plan_change',
  // what was asked for is recorded, and Stripe has not confirmed it
  'plan_change_waits',
  'plan_price',
  // a yearly plan is about to renew
  'plan_renewal',
  'invitation_accepted',
  // to a patient, by mail or text message as they have chosen
  'patient_message',
  'patient_update',
  'patient_reminder',
  // an invitation for calendars, with every change of a visit
  'visit_patient',
  'visit_provider',
  'visit_former_provider',
  // to a guardian, and to whom they look after: never what, nor about whom
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

/** Facts that somebody is mailed about (`app.notices`). */

export const noticeKinds = [
  'patient_joined',
  'clinic_opened',
  'payment_received',
  'payment_failed',
  'plan_canceled',
  'plan_ended',
  'invitation_accepted',
] as const

export type NoticeKind = (typeof noticeKinds)[number]

/** Notices to the team: rows of `user_notices` (docs/specification.md B2.12, B3). */

import type { NoticeEvent } from '../preferences/notice-preferences.ts'

export const eventOfKind = {
  message_received: 'patient_messages',
  appointment_booked: 'appointment_updates',
  appointment_requested: 'appointment_updates',
  appointment_moved: 'appointment_updates',
  appointment_handed_over: 'appointment_updates',
  appointment_canceled: 'appointment_updates',
  patient_joined: 'system_alerts',
  invitation_accepted: 'system_alerts',
  plan_canceled: 'system_alerts',
  plan_ended: 'system_alerts',
  payment_waived: 'system_alerts',
  records_merged: 'system_alerts',
  records_parted: 'system_alerts',
  task_assigned: 'task_assignments',
  daily_summary: 'daily_summary',
  payment_failed: 'important_alerts',
  plan_change_waits: 'important_alerts',
  charged_after_end: 'important_alerts',
  refund_refused: 'important_alerts',
  refund_failed: 'important_alerts',
  dispute_opened: 'important_alerts',
  dispute_lost: 'important_alerts',
  dispute_won: 'important_alerts',
  payouts_blocked: 'important_alerts',
  payout_failed: 'important_alerts',
  commission_failed: 'important_alerts',
  security_changed: 'important_alerts',
  sso_domain_missing: 'important_alerts',
  sso_domain_lost: 'important_alerts',
  webhook_off: 'important_alerts',
  calendar_disconnected: 'important_alerts',
} as const satisfies Record<string, NoticeEvent>

export type UserNoticeKind = keyof typeof eventOfKind

/** Figures of a daily summary, in order. Zeros are omitted. */
export const summaryFigures = [
  'appointments',
  'tasksDue',
  'tasksOverdue',
  'unread',
  'failedPayments',
] as const
export type SummaryFigure = (typeof summaryFigures)[number]
export type Summary = Partial<Record<SummaryFigure, number>>

/** Days until a notice is deleted. */
export const noticeDays = 90

/** The badge shows "99+" above this. */
export const mostCounted = 99

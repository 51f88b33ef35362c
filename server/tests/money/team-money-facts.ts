import type { UserNoticeKind } from '#domain/notices/user-notices.ts'

/**
 * The fact at Stripe that precedes each notice to the team, and the file that writes the notice. Null: it states nothing
 * about money.
 */
export const teamMoneyFacts: Record<UserNoticeKind, { fact: string; writer: string } | null> = {
  payment_failed: { fact: 'as the mail of the same kind', writer: 'notices/notify-team.ts' },
  plan_canceled: { fact: 'as the mail of the same kind', writer: 'notices/notify-team.ts' },
  plan_ended: { fact: 'as the mail of the same kind', writer: 'notices/notify-team.ts' },
  plan_change_waits: {
    fact: 'what was asked for is not confirmed',
    writer: 'subscriptions/notice-waiting.ts',
  },
  charged_after_end: {
    fact: 'a period has begun after the end that was asked for',
    writer: 'subscriptions/ending/sync-cancellation.ts',
  },
  payment_waived: {
    fact: 'the open invoices are void, and the subscription has ended',
    writer: 'subscriptions/changes/leave-change.ts',
  },
  refund_refused: { fact: 'Stripe has refused the refund', writer: 'subscriptions/changes/leave-change.ts' },
  refund_failed: { fact: 'the refund has failed', writer: 'stripe-sync/notice-refunds.ts' },
  dispute_opened: { fact: 'the dispute exists', writer: 'stripe-sync/refresh/refresh-dispute.ts' },
  dispute_lost: { fact: 'the dispute is lost', writer: 'stripe-sync/refresh/refresh-dispute.ts' },
  dispute_won: { fact: 'the dispute is won', writer: 'stripe-sync/refresh/refresh-dispute.ts' },
  payouts_blocked: {
    fact: 'the account takes no payments any more',
    writer: 'stripe-sync/refresh/refresh-account.ts',
  },
  payout_failed: { fact: 'the payout has failed', writer: 'stripe-sync/refresh/refresh-payout.ts' },
  commission_failed: {
    fact: 'the invoice is not paid',
    writer: 'clinic-tier/mail-admins.ts',
  },

  message_received: null,
  appointment_booked: null,
  appointment_requested: null,
  appointment_moved: null,
  appointment_handed_over: null,
  appointment_canceled: null,
  patient_joined: null,
  invitation_accepted: null,
  records_merged: null,
  records_parted: null,
  task_assigned: null,
  daily_summary: null,
  security_changed: null,
  sso_domain_missing: null,
  sso_domain_lost: null,
  webhook_off: null,
  calendar_disconnected: null,
}

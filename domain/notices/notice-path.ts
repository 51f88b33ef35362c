import { failedPaymentsPath, messagesPath, paths, personPath, withQuery } from '../paths.ts'
import type { UserNoticeKind } from './user-notices.ts'

export interface LinkedNotice {
  kind: UserNoticeKind
  patientId: string | null
  /** Of a task. */
  subjectId: string | null
}

/** The page of the thing that a team member is notified of. */
export function noticePath({ kind, patientId, subjectId }: LinkedNotice): string {
  switch (kind) {
    case 'message_received':
      return patientId ? messagesPath(patientId) : paths.messages
    case 'task_assigned':
      return withQuery(paths.clinic, { task: subjectId ?? undefined })
    case 'daily_summary':
      return paths.clinic
    case 'payment_failed':
      return failedPaymentsPath
    case 'refund_refused':
    case 'refund_failed':
    case 'dispute_opened':
    case 'dispute_lost':
    case 'dispute_won':
    case 'payouts_blocked':
    case 'payout_failed':
      return paths.clinicMoney
    case 'commission_failed':
      return paths.settingsBilling
    case 'security_changed':
    case 'sso_domain_missing':
    case 'sso_domain_lost':
      return paths.settingsSecurity
    case 'webhook_off':
      return paths.settingsIntegrations
    case 'calendar_disconnected':
      return paths.settingsNotifications
    default:
      return patientId ? personPath(patientId) : paths.members
  }
}

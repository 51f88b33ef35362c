/** What happened in a clinic, from its audit trail in plain words (docs/specification.md B2.9). */

import { statusLabel } from '../subscriptions/plan-standing.ts'
import { activityTexts } from '../texts/activity.ts'

/** The page's filters: what a row is about. */
export const activityTopics = ['people', 'plans', 'content', 'money', 'clinic', 'records'] as const
export type ActivityTopic = (typeof activityTopics)[number]

/** Every action of the trail that people read about, by topic. Others (`auth.*`) belong to no clinic. */
export const actionsOf: Record<ActivityTopic, readonly string[]> = {
  people: [
    'invitation.sent',
    'invitation.accepted',
    'invitation.revoked',
    'patient.merged',
    'patient.parted',
    'patient.told_apart',
    'patient.compared_again',
    'membership.requested',
    'membership.joined',
    'membership.activated',
    'membership.suspended',
    'membership.ended',
    'membership.left',
    'patient.erased',
    'patient.hold_placed',
    'patient.hold_released',
    'membership.role_changed',
    'membership.permissions_changed',
    'clinic.ownership_transferred',
    'support.asked',
    'support.approved',
    'support.declined',
    'support.ended',
    'support.viewed',
    'clinic.closing_asked',
    'clinic.closing_withdrawn',
    'clinic.erased',
    'profile.changed',
    'guardian.added',
    'guardian.accepted',
    'guardian.changed',
    'guardian.limited',
    'guardian.end_asked',
    'guardian.ended',
    'guardian.rules_saved',
    'consent.given',
    'consent.withdrawn',
    'file.uploaded',
    'file.removed',
    'file.shared',
    'file.unshared',
    'note.written',
    'note.changed',
    'note.removed',
    'note.restored',
    'members.exported',
    'patients.import_started',
    'patients.imported',
    'appointment.booked',
    'appointment.changed',
    'appointment.moved',
    'appointment.requested',
    'appointment.accepted',
    'appointment.canceled',
    'appointment.arrived',
    'appointment.started',
    'appointment.completed',
    'appointment.no_show',
    'appointment.reopened',
    'waitlist.joined',
    'waitlist.left',
    'waitlist.removed',
    'waitlist.offer_accepted',
    'waitlist.offer_declined',
    'task.added',
    'task.changed',
    'task.completed',
    'task.reopened',
    'message.sent',
    'thread.assigned',
    'thread.closed',
    'thread.reopened',
    'feedback.shared',
    'feedback.answered',
    'feedback.reopened',
  ],
  plans: [
    'plan.saved',
    'plan.published',
    'plan.changed',
    'plan.closed',
    'plan.members_moved',
    'plan.archived',
    'coupon.created',
    'coupon.closed',
  ],
  content: [
    'content.created',
    'content.copied_from_library',
    'content.library_shared',
    'content.library_unshared',
    'content.changed',
    'content.published',
    'content.archived',
    'content.restored',
    'content.featured',
    'content.unfeatured',
    'content.deleted',
    'content.brought_back',
    'lesson.assigned',
    'lesson.withdrawn',
    'lesson.given_back',
    'lesson.corrected',
    'lesson.completed',
    'care_plan_template.saved',
    'care_plan_template.deleted',
    'program.saved',
    'program.deleted',
    'program.brought_back',
    'program.enrolled',
    'program.ended',
    'visit_lesson.planned',
    'visit_lesson.removed',
    'visit_lesson.started',
    'visit_lesson.finished',
  ],
  money: [
    'checkout.opened',
    'subscription.canceled',
    'subscription.resumed',
    'subscription.status_changed',
    'subscription.price_stepped',
    'subscription.change_requested',
    'subscription.household_changed',
    'subscription.plan_changed',
    'subscription.plan_kept',
    'subscription.paused',
    'subscription.unpaused',
    'subscription.left',
    'subscription.price_changed',
    'statement.closed',
    'charge.assigned',
    'payment.refunded',
    'payment.retried',
    'payment_link.sent',
    'dispute.answered',
    'dispute.accepted',
    'charge.set_aside',
    'clinic.currency_chosen',
    'clinic.tax_changed',
    'clinic.place_changed',
    'payout_account.opened',
    'payout_account.state_changed',
    'payout_account.disconnected',
    'clinic_tier.status_changed',
    'clinic_tier.changed',
    'clinic_tier.canceled',
    'clinic_tier.resumed',
    'clinic_invoices.downloaded',
    'clinic.billing_address_changed',
    'clinic.receipt_details_changed',
    'clinic.value_receipts_changed',
    'clinic.fee_agreed',
  ],
  clinic: [
    'clinic.created',
    'clinic.profile_updated',
    'clinic.brand_saved',
    'clinic.moved',
    'clinic.exported',
    'clinic.imported',
    'clinic.messages_updated',
    'logo.changed',
    'logo.removed',
    'clinic.security_updated',
    'clinic.join_page_viewed',
    'schedule.type_saved',
    'schedule.provider_saved',
    'schedule.room_saved',
    'schedule.exception_added',
    'schedule.exception_removed',
    'schedule.settings_saved',
    'schedule.calendar_address_made',
    'schedule.calendar_address_revoked',
    'sso_provider.added',
    'sso_provider.enabled',
    'sso_provider.disabled',
    'sso_provider.removed',
    'sso_domain.proven',
    'sso_domain.lost',
    'audit.found_broken',
  ],
  records: ['record.read', 'receipt.read', 'year_statement.read'],
}

/** Everything that changed something. Reading has a topic of its own: a day's work reads many records. */
export const changes: readonly string[] = activityTopics
  .filter((topic) => topic !== 'records')
  .flatMap((topic) => actionsOf[topic])

/** What the dashboard shows. */
export const recentActions: readonly string[] = changes.filter(
  (action) => action !== 'clinic.join_page_viewed' && action !== 'checkout.opened',
)

/** One row. Names are read apart, by whoever may see them. Instants are ISO strings. */
export interface ActivityEntry {
  id: string
  at: string
  action: string
  /** null where the server acted by itself, or a visitor */
  actorId: string | null
  actorKind: string
  /** the id by which the actor's page is found; null for whoever is nobody here */
  actorPersonId: string | null
  /** whom it is about, where that is somebody with an account */
  subjectUserId: string | null
  /** the id by which their page is found */
  subjectPersonId: string | null
  /** an invited address that has no account here, a plan's name, a month: what it is about, where it is nobody */
  subject: string | null
  /** how many people's records were read */
  patientCount: number
  /** codes of the change: a role, a state */
  from: string | null
  to: string | null
}

/** Answer of `clinic-activity`. `next` is the `before` of the following page; null at the end. */
export interface ClinicActivity {
  entries: ActivityEntry[]
  next: string | null
}

/** What happened, without who did it. @param name of the person whom it is about; null where it is not known here */
export function activitySentence(entry: ActivityEntry, name: string | null): string {
  const who = name ?? entry.subject ?? activityTexts.somebody
  const words = activityTexts.actions[entry.action]
  if (!words) return entry.action.replaceAll(/[._]/g, ' ')
  const text = planStates.has(entry.action) ? planStateText : stateText
  return words({ who, from: text(entry.from), to: text(entry.to), count: entry.patientCount })
}

/** Actions whose states are those of a plan at Stripe. */
const planStates: ReadonlySet<string> = new Set(['subscription.status_changed', 'clinic_tier.status_changed'])

function planStateText(status: string | null): string {
  return status === null ? '' : statusLabel(status).toLowerCase()
}

function stateText(code: string | null): string {
  return code === null ? '' : (activityTexts.states[code] ?? code.replaceAll('_', ' '))
}

/** Who did it. */
export function activityActor(entry: ActivityEntry, name: string | null): string {
  if (entry.actorKind === 'system') return activityTexts.byItself
  if (entry.actorKind === 'visitor') return activityTexts.visitor
  return name ?? activityTexts.somebody
}

/** How long data stays after a patient has left (docs/domain-rules.md rule 34, docs/decisions/0084). */

import { addDays } from '../values/zones.ts'

/**
 * convenience: useful only to members. record: history of care. money: payments and their terms. trail: audit by ids.
 * account: belongs to the user or the platform, ends with the account. clinic: about no patient.
 */
export type RetentionClass = 'convenience' | 'record' | 'money' | 'trail' | 'account' | 'clinic'

/** Days after leaving in which a return restores everything. */
export const undoDays = 30
/** Years after leaving; a child's count from the 18th birthday. To be confirmed by counsel for each place. */
export const recordYears = 10
export const moneyYears = 7
/** docs/domain-rules.md rule 33 */
export const trailYears = 6
export const adultAge = 18

/** The class of every table with rows of clinics. An unlisted table fails `db/tests/retention.test.ts`. */
export const retentionClasses: Record<string, RetentionClass> = {
  'app.api_tokens': 'convenience',
  'app.appointment_holds': 'convenience',
  'app.audit_checks': 'trail',
  'app.audit_heads': 'trail',
  'app.audit_links': 'trail',
  'app.audit_log': 'trail',
  'app.audit_subjects': 'trail',
  'app.broadcast_recipients': 'convenience',
  'app.busy_times': 'record',
  'app.calendar_addresses': 'convenience',
  'app.checkouts': 'money',
  'app.clinic_closings': 'trail',
  'app.dismissed_duplicates': 'record',
  'app.daily_summaries': 'convenience',
  'app.entered_addresses': 'clinic',
  'app.erasures': 'trail',
  'app.former_customers': 'money',
  'app.legal_holds': 'trail',
  'app.mails': 'convenience',
  'app.member_entries': 'account',
  'app.notices': 'convenience',
  'app.outbox': 'convenience',
  'app.outside_busy_times': 'convenience',
  'app.outside_calendar_requests': 'convenience',
  'app.outside_calendars': 'convenience',
  'app.patient_import_rows': 'convenience',
  'app.patient_imports': 'trail',
  'app.account_offers': 'record',
  'app.patient_merges': 'record',
  'app.quiet_counts': 'clinic',
  'app.receipt_numbers': 'money',
  'app.reported_addresses': 'convenience',
  'app.sso_domains': 'clinic',
  'app.storage_use': 'clinic',
  'app.support_access': 'trail',
  'app.text_messages': 'convenience',
  'app.visit_calls': 'convenience',
  'app.visit_links': 'convenience',
  'app.waitlist_openings': 'convenience',
  'public.api_keys': 'clinic',
  'public.appointment_changes': 'record',
  'public.appointment_series': 'record',
  'public.appointment_type_plans': 'clinic',
  'public.appointment_types': 'clinic',
  'public.appointments': 'record',
  'public.balance_movements': 'money',
  'public.billing_addresses': 'money',
  'public.book_accounts': 'money',
  'public.fee_agreements': 'money',
  'public.receipt_details': 'money',
  'public.broadcasts': 'clinic',
  'public.care_plan_templates': 'clinic',
  'public.care_plans': 'record',
  'public.clinic_billing': 'money',
  'public.clinic_brands': 'clinic',
  'public.clinic_invoices': 'money',
  'public.clinic_memberships': 'account',
  'public.clinic_security': 'clinic',
  'public.clinic_places': 'money',
  'public.clinic_taxes': 'money',
  'public.consents': 'record',
  'public.contact_preferences': 'convenience',
  'public.content_categories': 'clinic',
  'public.content_documents': 'clinic',
  'public.content_items': 'clinic',
  'public.content_library_shares': 'clinic',
  'public.content_pages': 'clinic',
  'public.content_readings': 'convenience',
  'public.content_version_files': 'clinic',
  'public.content_versions': 'clinic',
  'public.content_views': 'convenience',
  'public.coupons': 'money',
  'public.credits': 'money',
  'public.disputes': 'money',
  'public.feedback': 'record',
  'public.form_requests': 'record',
  'public.forms': 'clinic',
  'public.files': 'record',
  'public.value_receipt_settings': 'clinic',
  'public.value_receipts': 'record',
  'public.guardian_rules': 'clinic',
  'public.invitations': 'account',
  'public.invoice_lines': 'money',
  'public.invoices': 'money',
  'public.journal': 'money',
  'public.lesson_assignments': 'record',
  'public.membership_activity': 'convenience',
  'public.clinic_mail': 'clinic',
  'public.message_notes': 'record',
  'public.message_settings': 'clinic',
  'public.message_threads': 'record',
  'public.messages': 'record',
  'public.notice_preferences': 'convenience',
  'public.patient_cards': 'convenience',
  'public.patient_customers': 'money',
  'public.patient_details': 'record',
  'public.patient_files': 'record',
  'public.patient_guardians': 'record',
  'public.patient_health': 'record',
  'public.patients': 'record',
  'public.payments': 'money',
  'public.payout_accounts': 'money',
  'public.payouts': 'money',
  'public.person_notes': 'record',
  'public.plan_agreements': 'money',
  'public.plan_prices': 'money',
  'public.plan_versions': 'money',
  'public.plans': 'money',
  'public.postings': 'money',
  'public.prepared_plans': 'convenience',
  'public.program_enrollments': 'record',
  'public.program_plans': 'clinic',
  'public.program_sessions': 'clinic',
  'public.programs': 'clinic',
  'public.provider_hours': 'clinic',
  'public.providers': 'clinic',
  'public.receipts': 'money',
  'public.refunds': 'money',
  'public.released_subdomains': 'account',
  'public.rooms': 'clinic',
  'public.schedule_exceptions': 'clinic',
  'public.scheduling_settings': 'clinic',
  'public.sso_providers': 'clinic',
  'public.statement_lines': 'money',
  'public.statements': 'money',
  'public.subscription_changes': 'money',
  'public.subscription_items': 'money',
  'public.subscription_members': 'money',
  'public.subscriptions': 'money',
  'public.tasks': 'record',
  'public.tier_subscriptions': 'money',
  'public.unassigned_charges': 'money',
  'public.user_notices': 'convenience',
  'public.visit_fees': 'record',
  'public.visit_lessons': 'record',
  'public.waitlist_entries': 'convenience',
  'public.waitlist_offers': 'convenience',
  'public.webhook_deliveries': 'convenience',
  'public.webhook_endpoints': 'clinic',
}

/**
 * When the rows of a class are deleted for a patient who left on a date. Dates are YYYY-MM-DD.
 *
 * @param bornOn null if unknown: as for an adult
 * @returns null for data of the clinic
 */
export function goesOn(
  kind: RetentionClass,
  { endedOn, bornOn }: { endedOn: string; bornOn: string | null },
): string | null {
  switch (kind) {
    case 'convenience':
    case 'account':
      return addDays(endedOn, undoDays)
    case 'record': {
      const grownUpOn = bornOn && addYears(bornOn, adultAge)
      return addYears(grownUpOn && grownUpOn > endedOn ? grownUpOn : endedOn, recordYears)
    }
    case 'money':
      // The tax year ends after the last payment.
      return `${Number(endedOn.slice(0, 4)) + moneyYears + 1}-01-01`
    case 'trail':
      return addYears(endedOn, trailYears)
    case 'clinic':
      return null
  }
}

/** In order of deletion. */
export const explainedClasses = [
  'convenience',
  'trail',
  'money',
  'record',
] as const satisfies RetentionClass[]
export type ExplainedClass = (typeof explainedClasses)[number]

/** @param paidUntil last day of a paid plan: settings and cards stay at least until then */
export function whatGoes(today: string, paidUntil: string | null): { kind: ExplainedClass; on: string }[] {
  return explainedClasses.map((kind) => {
    const on = goesOn(kind, { endedOn: today, bornOn: null }) ?? today
    return { kind, on: kind === 'convenience' && paidUntil !== null && paidUntil > on ? paidUntil : on }
  })
}

/** February 29 becomes March 1, so that nothing is deleted early. */
function addYears(date: string, years: number): string {
  const [year = 0, month = 1, day = 1] = date.split('-').map(Number)
  return new Date(Date.UTC(year + years, month - 1, day)).toISOString().slice(0, 10)
}

/**
 * The rows that each actor reaches: the isolation of clinics as one readable table (docs/threats.md T1).
 *
 * Every actor calls clinic 1. A row is `own` (the actor's), `same` (another person's there, or clinic 1's itself),
 * `ownElsewhere` (the actor's, in clinic 2 or in none) or `foreign` (another person's in clinic 2). Rows that are not listed
 * must not be reachable; a table that is not listed fails the matrix. Columns and further conditions are tested with each policy.
 */
export const actorNames = [
  'visitor',
  'patient',
  'otherPatient',
  'member',
  'staff',
  'viewer', // a read-only team member
  'delegate', // staff with every permission set
  'billing', // a member with the Billing role
  'admin',
  'foreignAdmin', // admin of clinic 2
  'twoClinics', // staff of clinic 1, patient of clinic 2
  'removed', // was staff
  'deactivated', // a patient
  'pending', // joined, address not proven
  'outsider', // signed in, belongs nowhere
  'banned', // staff
  'guardian', // acts for the patient with full access; what is `own` is the patient's
  'limitedGuardian',
  'service', // the server itself
] as const
export type ActorName = (typeof actorNames)[number]

/** Actors that act for the patient by an access (docs/decisions/0080). */
export const guardianNames = ['guardian', 'limitedGuardian'] as const satisfies readonly ActorName[]

/** Actors with the same rights. */
export const groups = {
  patients: ['patient', 'otherPatient'],
  team: ['member', 'staff', 'viewer', 'delegate', 'twoClinics', 'admin'],
  /** signed in, without an active membership in clinic 1 */
  guests: ['foreignAdmin', 'removed', 'deactivated', 'pending', 'outsider'],
  everybody: [
    'visitor',
    'patient',
    'otherPatient',
    'member',
    'staff',
    'viewer',
    'delegate',
    'billing',
    'twoClinics',
    'admin',
    'foreignAdmin',
    'removed',
    'deactivated',
    'pending',
    'outsider',
  ],
} as const satisfies Record<string, readonly ActorName[]>

export const verbs = ['select', 'insert', 'update', 'delete'] as const
export type Verb = (typeof verbs)[number]
export const reaches = ['own', 'same', 'ownElsewhere', 'foreign'] as const
export type Reach = (typeof reaches)[number]

type Who = ActorName | keyof typeof groups

/** `own same` for each actor or group; several entries for one actor add up. */
type Reachable = Partial<Record<Who, string>>

export interface Expectation extends Partial<Record<Verb, Reachable>> {
  /** Verbs of the server, in all clinics. */
  service: string
}

const all = 'own same ownElsewhere foreign'
/** Payments of a patient: the patient's own, also before the address is proven (`app.own_patient_id`). */
const ownMoney: Reachable = { patients: 'own', pending: 'own' }
/** The team without read-only members. */
const writers: Reachable = {
  member: 'same',
  staff: 'same',
  delegate: 'same',
  twoClinics: 'same',
  admin: 'same',
}
/** Admins, and staff with the permission set money or billing. */
const delegated: Reachable = { admin: 'same', delegate: 'same' }
/** Admins, and those with the permission set money, the Billing role among them. */
const ofMoney: Reachable = { ...delegated, billing: 'same' }
const offers: Reachable = {
  visitor: 'same',
  patients: 'same',
  guests: 'same',
  team: 'same',
  billing: 'same',
}

export const expectations: Record<string, Expectation> = {
  // the tenant and who belongs to it
  'public.clinics': {
    select: { guardian: all, limitedGuardian: all, everybody: all },
    service: 'select insert update',
  },
  // served while the tier includes it: db/tests/clinics.test.ts
  'public.clinic_brands': { service: 'select insert update' },
  'public.clinic_memberships': {
    select: {
      patients: 'own',
      team: 'own same',
      twoClinics: 'own ownElsewhere',
      billing: 'own',
      foreignAdmin: 'ownElsewhere',
      deactivated: 'own',
      pending: 'own',
    },
    // a repeated insert gets 23505; by invitation: db/tests/memberships/inserts.test.ts
    insert: { patients: 'own' },
    update: { admin: 'own same' },
    // the only admin cannot delete their own row
    delete: { admin: 'same' },
    service: 'select insert update delete',
  },
  'public.patients': {
    select: { guardian: 'own', limitedGuardian: 'own', patients: 'own', team: 'same', billing: 'same' },
    service: 'select insert update',
  },
  'public.patient_details': {
    select: { guardian: 'own', patients: 'own', team: 'same' },
    service: 'select insert update',
  },
  'public.patient_health': {
    select: { guardian: 'own', patients: 'own', team: 'same' },
    service: 'select insert update',
  },
  'public.patient_guardians': { select: { patients: 'own', team: 'same' }, service: 'select insert update' },
  'public.guardian_rules': { select: { team: 'same' }, service: 'select insert update' },
  'public.contact_preferences': {
    select: { patients: 'own', team: 'same' },
    service: 'select insert update',
  },
  'public.consents': { select: { patients: 'own', admin: 'same' }, service: 'select insert' },
  // colleagues' too, but the samples' owners are patients: db/tests/profiles.test.ts
  'public.profiles': { select: { patients: 'own', pending: 'own' }, service: 'select insert update' },
  // the team's own, and the samples' owners are patients: db/tests/preferences.test.ts
  'public.notice_preferences': { service: 'select insert update' },
  // the team's own, and the samples' owners are patients: db/tests/notices.test.ts
  'public.user_notices': { service: 'select insert update delete' },
  'public.tasks': { select: { team: 'same' }, service: 'select insert update' },
  // columns that are the team's alone: db/tests/messages.test.ts
  'public.message_threads': {
    select: { guardian: 'own', patients: 'own', team: 'same' },
    service: 'select insert update',
  },
  'public.messages': {
    select: { guardian: 'own', patients: 'own', team: 'same' },
    service: 'select insert update',
  },
  'public.message_notes': { select: { team: 'same' }, service: 'select insert update' },
  'public.clinic_mail': { select: { team: 'same' }, service: 'select insert update' },
  'public.message_settings': { select: { patients: 'same', team: 'same' }, service: 'select insert update' },
  'public.feedback': { select: { patients: 'own', team: 'same' }, service: 'select insert update' },
  'public.appointments': {
    select: { guardian: 'own', patients: 'own', team: 'same' },
    insert: writers,
    update: writers,
    service: 'select insert update',
  },
  // programs of clinics: db/tests/api-keys.test.ts
  'public.api_keys': { select: { admin: 'same' }, service: 'select insert update' },
  'app.api_tokens': { service: 'select insert delete' },
  'app.calendar_addresses': { service: 'select insert update delete' },
  'public.webhook_endpoints': { select: { admin: 'same' }, service: 'select insert update delete' },
  'public.webhook_deliveries': { select: { admin: 'same' }, service: 'select insert update delete' },
  'app.outside_calendars': { service: 'select insert update delete' },
  'app.outside_calendar_requests': { service: 'select insert update delete' },
  'app.outside_busy_times': { service: 'select insert delete' },
  'app.sso_domains': { service: 'select insert update delete' },
  'public.appointment_type_plans': { select: { team: 'same' }, service: 'select insert delete' },
  'public.scheduling_settings': {
    select: { guardian: 'same', limitedGuardian: 'same', patients: 'same', team: 'same' },
    service: 'select insert update',
  },
  'public.appointment_types': {
    select: { guardian: 'same', limitedGuardian: 'same', patients: 'same', team: 'same' },
    service: 'select insert update',
  },
  'public.providers': {
    // published ones are public (db/migrations/0030_scheduling.sql)
    select: { guardian: 'own same', limitedGuardian: 'own same', patients: 'own same', team: 'same' },
    service: 'select insert update',
  },
  'public.provider_hours': { select: { team: 'same' }, service: 'select insert delete' },
  'public.schedule_exceptions': { select: { team: 'same' }, service: 'select insert update delete' },
  'public.rooms': { select: { team: 'same' }, service: 'select insert update' },
  'public.appointment_series': { select: { team: 'same' }, service: 'select insert update' },
  'public.appointment_changes': { select: { team: 'same' }, service: 'select insert update' },
  'public.visit_fees': {
    select: { guardian: 'own', patients: 'own', team: 'same' },
    service: 'select insert update delete',
  },
  'app.appointment_holds': { service: 'select insert update delete' },
  'public.waitlist_entries': { select: { patients: 'own', team: 'same' }, service: 'select insert update' },
  'public.waitlist_offers': { select: { patients: 'own', team: 'same' }, service: 'select insert update' },
  'app.waitlist_openings': { service: 'select insert update' },
  'app.busy_times': { service: 'select insert update delete' },
  'public.person_notes': { select: { team: 'same' }, service: 'select insert update' },
  'public.membership_activity': { select: { team: 'own same' }, service: 'select insert update' },
  'public.invitations': { select: { team: 'same' }, service: 'select insert update' },
  'public.released_subdomains': { service: 'select insert update delete' },
  'public.leads': { insert: { everybody: all }, service: 'select delete' },
  'public.patient_files': {
    select: { guardian: 'own', patients: 'own', team: 'same' },
    service: 'select insert update delete',
  },
  // logos and avatars: db/tests/files.test.ts
  'public.files': {
    select: { guardian: 'own', patients: 'own', team: 'same' },
    service: 'select insert update delete',
  },

  // what a clinic teaches
  'public.content_library_shares': { select: { team: 'same' }, service: 'select insert delete' },
  'public.content_categories': { select: { team: 'same' }, service: 'select insert delete' },
  'public.content_items': {
    select: { patients: 'own same', team: 'same' },
    service: 'select insert update delete',
  },
  'public.content_versions': {
    select: { guardian: 'own', patients: 'own same', team: 'same' },
    service: 'select insert update delete',
  },
  'public.content_version_files': {
    select: { guardian: 'own', patients: 'own same', team: 'same' },
    service: 'select insert update delete',
  },
  'public.content_documents': {
    select: { guardian: 'own', patients: 'own same', team: 'same' },
    service: 'select insert update',
  },
  'public.content_pages': {
    select: { guardian: 'own', patients: 'own same', team: 'same' },
    service: 'select insert update delete',
  },
  'public.content_views': { select: { patients: 'own' }, service: 'select insert update delete' },
  'public.content_readings': { select: { patients: 'own' }, service: 'select insert update delete' },
  'public.programs': {
    select: { team: 'same', patients: 'own same' },
    service: 'select insert update delete',
  },
  'public.program_sessions': {
    select: { team: 'same', patients: 'own same' },
    service: 'select insert update delete',
  },
  'public.program_plans': { select: { team: 'same' }, service: 'select insert delete' },
  'public.program_enrollments': {
    select: { patients: 'own', team: 'same' },
    service: 'select insert update',
  },
  'public.care_plan_templates': { select: { team: 'same' }, service: 'select insert update delete' },
  'public.care_plans': {
    select: { guardian: 'own', patients: 'own', team: 'same' },
    service: 'select insert update',
  },
  'public.value_receipt_settings': { select: { team: 'same' }, service: 'select insert update' },
  'public.value_receipts': { select: { admin: 'same', patients: 'own' }, service: 'select insert update' },
  'public.lesson_assignments': {
    select: { guardian: 'own', patients: 'own', team: 'same' },
    service: 'select insert update delete',
  },
  'public.visit_lessons': {
    select: { patients: 'own', team: 'same' },
    service: 'select insert update delete',
  },

  // what a clinic sells
  'public.clinic_places': { select: offers, service: 'select insert update' },
  'public.clinic_taxes': { select: offers, service: 'select insert update' },
  'public.plans': { select: offers, service: 'select insert update' },
  'public.plan_versions': { select: offers, service: 'select insert update' },
  'public.plan_prices': { select: offers, service: 'select insert update' },
  // a coupon has no owner: every patient of the sample data has joined with it
  'public.coupons': {
    select: { patients: 'same', pending: 'same', team: 'same' },
    service: 'select insert update',
  },
  'public.payout_accounts': { select: ofMoney, service: 'select insert update delete' },
  'public.clinic_security': { service: 'select insert update' },
  'public.sso_providers': { select: { admin: 'same' }, service: 'select insert update' },
  'public.clinic_billing': { select: ofMoney, service: 'select insert update' },
  'public.tier_subscriptions': { select: delegated, service: 'select insert update' },
  'public.clinic_invoices': { select: delegated, service: 'select insert update' },

  // what a patient pays
  'app.former_customers': { service: 'select insert update' },
  'public.patient_cards': { select: ownMoney, service: 'select insert update delete' },
  'public.patient_customers': { select: { ...ownMoney, ...ofMoney }, service: 'select insert update delete' },
  'public.subscriptions': {
    select: { ...ownMoney, team: 'same', billing: 'same' },
    service: 'select insert update',
  },
  'public.prepared_plans': { select: ownMoney, service: 'select insert update' },
  'public.subscription_changes': {
    select: { ...ownMoney, team: 'same' },
    service: 'select insert update',
  },
  'public.subscription_items': {
    select: { ...ownMoney, team: 'same' },
    service: 'select insert update delete',
  },
  'public.plan_agreements': { select: { ...ownMoney, ...delegated }, service: 'select insert' },
  'public.subscription_members': { select: { ...ownMoney, team: 'same' }, service: 'select insert update' },
  'public.billing_addresses': { select: delegated, service: 'select insert update' },
  'public.fee_agreements': { select: delegated, service: 'select insert update' },
  'public.receipt_details': { select: delegated, service: 'select insert update' },
  'public.book_accounts': { select: ofMoney, service: 'select insert update delete' },
  'public.unassigned_charges': { select: ofMoney, service: 'select insert update' },
  'public.disputes': { select: ofMoney, service: 'select insert update' },
  'public.invoices': { select: { ...ownMoney, ...ofMoney }, service: 'select insert update' },
  'public.invoice_lines': { select: { ...ownMoney, ...ofMoney }, service: 'select insert update delete' },
  'public.credits': { select: { ...ownMoney, ...ofMoney }, service: 'select insert update' },
  'public.payments': { select: { ...ownMoney, ...ofMoney }, service: 'select insert update' },
  'public.refunds': { select: { ...ownMoney, ...ofMoney }, service: 'select insert update' },
  'public.receipts': { select: { ...ownMoney, ...ofMoney }, service: 'select insert' },
  'public.payouts': { select: ofMoney, service: 'select insert update' },
  'public.balance_movements': { select: ofMoney, service: 'select insert update' },

  // the clinic's books
  'public.journal': { select: ofMoney, service: 'select insert' },
  'public.postings': { select: ofMoney, service: 'select insert' },
  'public.statements': { select: ofMoney, service: 'select insert' },
  'public.statement_lines': { select: ofMoney, service: 'select insert' },

  // the server's own
  // shown by the view public.audit_log
  'app.audit_log': { select: { admin: 'same' }, service: 'select insert' },
  'app.audit_links': { service: 'select insert' },
  'app.appearances': { service: 'select insert delete' },
  'app.clinic_keys': { service: 'select insert delete' },
  'app.audit_heads': { service: 'select insert update' },
  'app.audit_subjects': { service: 'select insert' },
  'app.audit_checks': { service: 'select insert' },
  'app.dismissed_duplicates': { service: 'select insert delete' },
  'app.account_offers': { service: 'select insert update' },
  'app.patient_merges': { service: 'select insert update delete' },
  'app.checkouts': { service: 'select insert update' },
  'app.clinic_nodes': { service: 'select insert update delete' },
  'app.clinic_requests': { service: 'select insert update delete' },
  'app.file_objects': { service: 'select insert update delete' },
  'app.storage_use': { service: 'select insert update' },
  'public.forms': { select: { team: 'same' }, service: 'select insert update' },
  'public.form_requests': {
    select: { guardian: 'own', patients: 'own', team: 'same' },
    service: 'select insert update',
  },
  'public.broadcasts': { select: { team: 'same' }, service: 'select insert update' },
  'app.broadcast_recipients': { service: 'select insert update' },
  'app.text_messages': { service: 'select insert update' },
  'app.contact_requests': { service: 'select insert' },
  'app.entered_addresses': { service: 'select insert update delete' },
  'app.reported_addresses': { service: 'select insert update delete' },
  'app.visit_links': { service: 'select insert delete' },
  'app.visit_calls': { service: 'select insert update' },
  'app.text_stops': { service: 'select insert update delete' },
  'app.daily_summaries': { service: 'select insert update' },
  'app.outbox': { service: 'select insert update delete' },
  'app.mails': { service: 'select insert update' },
  'app.support_access': { service: 'select insert update' },
  'app.clinic_closings': { service: 'select insert update' },
  'app.dropped_months': { service: 'select insert' },
  'app.monthly_tables': { service: 'select' },
  'app.erasures': { service: 'select insert' },
  'app.legal_holds': { service: 'select insert update' },
  'app.patient_imports': { service: 'select insert update' },
  'app.patient_import_rows': { service: 'select insert update' },
  'app.member_entries': { service: 'select insert update delete' },
  'app.notices': { service: 'select insert update' },
  'app.quiet_counts': { service: 'select insert' },
  'app.receipt_numbers': { service: 'select insert update' },
  'app.settings': { service: 'select insert update' },
  'app.webhook_events': { service: 'select insert update' },
  'auth.users': { service: 'select insert update delete' },
  'auth.saml_relay_states': { service: 'select insert update delete' },
  'auth.saml_used_assertions': { service: 'select insert update delete' },
  'auth.identities': { service: 'select insert update delete' },
  'auth.sessions': { service: 'select insert update delete' },
  'auth.session_methods': { service: 'select insert update delete' },
  'auth.mfa_factors': { service: 'select insert update delete' },
  'auth.mfa_challenges': { service: 'select insert update delete' },
  'auth.mfa_recovery_codes': { service: 'select insert update delete' },
  'auth.flow_states': { service: 'select insert update delete' },
  'auth.one_time_tokens': { service: 'select insert update delete' },
  'auth.address_changes': { service: 'select insert update delete' },
  'auth.mail_cooldowns': { service: 'select insert update delete' },
  'auth.rate_buckets': { service: 'select insert update delete' },
  'auth.sign_in_failures': { service: 'select insert update delete' },
  'auth.known_devices': { service: 'select insert update delete' },
  'auth.hook_calls': { service: 'select insert update delete' },
  'sandbox.objects': { service: 'select insert update delete' },
}

/** The expected value of a cell of the matrix. */
export function isExpected(table: string, actor: ActorName, verb: Verb, reach: Reach): boolean {
  const expectation = expectations[table]
  if (!expectation) throw new Error(`${table} has no expectation: list who may reach it`)
  if (actor === 'service') return expectation.service.split(' ').includes(verb)
  return Object.entries(expectation[verb] ?? {}).some(([who, reachable]) => {
    const named: readonly string[] = who in groups ? groups[who as keyof typeof groups] : [who]
    return named.includes(actor) && reachable.split(' ').includes(reach)
  })
}

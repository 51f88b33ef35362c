// Generated from the migrations by `npm run schema`. Do not edit.
import type { ColumnType, GeneratedAlways } from 'kysely'

type Timestamp = ColumnType<Date, Date | string, Date | string>
type Json = ColumnType<unknown, string, string>
type Bytes = ColumnType<Uint8Array, Uint8Array, Uint8Array>
type Optional<T> = T extends ColumnType<infer S, infer I, infer U> ? ColumnType<S, I | undefined, U> : ColumnType<T, T | undefined, T>

/** Health data: offers to connect a patient's record to another account; void after 72 hours, once used or withdrawn. */
export interface AppAccountOffers {
  id: Optional<string>
  clinic_id: string
  patient_id: string
  email: string
  from_user_id: ColumnType<string | null, string | null | undefined, string | null>
  offered_by: ColumnType<string | null, string | null | undefined, string | null>
  offered_at: Timestamp
  expires_at: Timestamp
  accepted_at: ColumnType<Date | null, Date | string | null | undefined, Date | string | null>
  accepted_by: ColumnType<string | null, string | null | undefined, string | null>
  withdrawn_at: ColumnType<Date | null, Date | string | null | undefined, Date | string | null>
}

/** Access tokens of programs, for five minutes each: hashes only. The next token of a key removes ended ones. */
export interface AppApiTokens {
  clinic_id: string
  token_hash: Bytes
  key_id: string
  resources: string[]
  assertion_hash: Bytes
  expires_at: Timestamp
}

/** Which clinics have a row of an id: of an account or another clinic, or of the hash of an address (docs/decisions/0220). */
export interface AppAppearances {
  kind: string
  id: string
  leads_to: string
}

/** Health data: the time that a patient is about to confirm. Counts until it expires. */
export interface AppAppointmentHolds {
  id: Optional<string>
  clinic_id: string
  patient_id: string
  provider_id: string
  starts_at: Timestamp
  duration_minutes: number
  before_minutes: number
  after_minutes: number
  expires_at: Timestamp
}

/** What the nightly check of each chain found, append-only. */
export interface AppAuditChecks {
  clinic_id: string
  id: Optional<string>
  checked_at: Optional<Timestamp>
  position: number
  hash: ColumnType<Uint8Array | null, Uint8Array | null | undefined, Uint8Array | null>
  problem: ColumnType<string | null, string | null | undefined, string | null>
  bad_position: ColumnType<number | null, number | null | undefined, number | null>
  bad_audit_id: ColumnType<number | null, number | null | undefined, number | null>
}

/** The end of each chain: the next link continues it, and a chain that ends earlier was cut off. */
export interface AppAuditHeads {
  clinic_id: string
  position: number
  hash: Bytes
  dropped_to: Optional<number>
  dropped_hash: Optional<Bytes>
}

/** The hash chains over app.audit_log, append-only: one link per row, in the order of sealing. */
export interface AppAuditLinks {
  clinic_id: string
  position: number
  audit_id: number
  hash: Bytes
  sealed_at: Optional<Timestamp>
  occurred_at: Timestamp
}

/** One row per business action and per read of health data, append-only (docs/domain-rules.md rule 33), partitioned by month. Written only by app.write_audit() and app.record_read(), which check the values. */
export interface AppAuditLog {
  id: Optional<number>
  clinic_id: Optional<string>
  occurred_at: Optional<Timestamp>
  actor_kind: string
  actor_id: ColumnType<string | null, string | null | undefined, string | null>
  actor_role: ColumnType<string | null, string | null | undefined, string | null>
  acting_for: ColumnType<string | null, string | null | undefined, string | null>
  action: string
  subject_type: ColumnType<string | null, string | null | undefined, string | null>
  subject_id: ColumnType<string | null, string | null | undefined, string | null>
  patient_ids: Optional<string[]>
  patient_count: Optional<number>
  purpose: ColumnType<string | null, string | null | undefined, string | null>
  request_id: ColumnType<string | null, string | null | undefined, string | null>
  address: ColumnType<string | null, string | null | undefined, string | null>
  details: Optional<Json>
}

/** Which sealed audit rows are about a patient. */
export interface AppAuditSubjects {
  clinic_id: string
  patient_id: string
  audit_id: number
  occurred_at: Timestamp
}

/** Health data: the patients of a message to many, and what became of it for each. No client reads it. */
export interface AppBroadcastRecipients {
  clinic_id: string
  broadcast_id: string
  patient_id: string
  id: Optional<string>
  token: Optional<string>
  status: string
  reason: ColumnType<string | null, string | null | undefined, string | null>
  send_at: Timestamp
  sent_at: ColumnType<Date | null, Date | string | null | undefined, Date | string | null>
  unsubscribed_at: ColumnType<Date | null, Date | string | null | undefined, Date | string | null>
}

/** Times that are taken, maintained by triggers on appointments and holds. Its exclusion constraints prevent double bookings. */
export interface AppBusyTimes {
  clinic_id: string
  source_id: string
  provider_id: ColumnType<string | null, string | null | undefined, string | null>
  room_id: ColumnType<string | null, string | null | undefined, string | null>
  patient_id: string
  busy: string
  visit: string
  expires_at: ColumnType<Date | null, Date | string | null | undefined, Date | string | null>
}

/** The key of a provider's private calendar address. Revoked by removing the row. */
export interface AppCalendarAddresses {
  clinic_id: string
  provider_id: string
  key_hash: Bytes
  created_at: Timestamp
}

/** At most one open Checkout page per buyer and purpose, so that two tabs cannot pay twice. */
export interface AppCheckouts {
  id: Optional<string>
  clinic_id: string
  purpose: string
  subject_id: string
  choice: string
  attempt: string
  stripe_account: ColumnType<string | null, string | null | undefined, string | null>
  stripe_session: ColumnType<string | null, string | null | undefined, string | null>
  state: Optional<string>
  created_at: Timestamp
  updated_at: Timestamp
  household: ColumnType<unknown | null, string | null | undefined, string | null>
  coupon_id: ColumnType<string | null, string | null | undefined, string | null>
}

/** When an admin requested or undid the closing of a clinic, and when the clinic was erased. */
export interface AppClinicClosings {
  clinic_id: string
  asked_at: Timestamp
  asked_by: ColumnType<string | null, string | null | undefined, string | null>
  subscriptions: Optional<string[]>
  withdrawn_at: ColumnType<Date | null, Date | string | null | undefined, Date | string | null>
  erased_at: ColumnType<Date | null, Date | string | null | undefined, Date | string | null>
}

/** Which clinic an id or a hash belongs to: each to one (docs/decisions/0198). */
export interface AppClinicKeys {
  kind: string
  id: string
  leads_to: string
}

/** On the first node: which other node has the clinic or sign-up of an address (docs/decisions/0212). Empty with one node. */
export interface AppClinicNodes {
  subdomain: string
  node: string
  claimed_at: Timestamp
}

/** A clinic sign-up: the clinic opens when the address is confirmed, and its name is reserved until then. */
export interface AppClinicRequests {
  id: Optional<string>
  email: string
  sign_up_id: string
  name: ColumnType<string | null, string | null | undefined, string | null>
  subdomain: ColumnType<string | null, string | null | undefined, string | null>
  requested_at: Timestamp
  expires_at: Timestamp
  time_zone: ColumnType<string | null, string | null | undefined, string | null>
}

/** Health data: how many assigned lessons were completed. */
export interface AppCompletionByCategory {
  clinic_id: ColumnType<string | null, string | null | undefined, string | null>
  category: ColumnType<string | null, string | null | undefined, string | null>
  assigned: ColumnType<number | null, number | null | undefined, number | null>
  completed: ColumnType<number | null, number | null | undefined, number | null>
}

/** Messages of visitors to the operator. No client reads them. */
export interface AppContactRequests {
  id: Optional<string>
  about: string
  name: string
  email: string
  clinic_name: ColumnType<string | null, string | null | undefined, string | null>
  message: string
  created_at: Timestamp
}

/** The last day for which a clinic's daily summaries were made, so that each is sent once. */
export interface AppDailySummaries {
  clinic_id: string
  day: string
}

/** Health data: pairs of similar records that an admin has marked as different people. */
export interface AppDismissedDuplicates {
  clinic_id: string
  patient_id: string
  other_patient_id: string
  dismissed_at: Timestamp
  dismissed_by: ColumnType<string | null, string | null | undefined, string | null>
}

/** Which months retention has dropped, append-only. */
export interface AppDroppedMonths {
  id: GeneratedAlways<number>
  name: string
  ended_at: Timestamp
  bytes: number
  dropped_at: Optional<Timestamp>
}

/** Addresses that a clinic entered for patients without an account and has mailed, with the secret that stops these mails. */
export interface AppEnteredAddresses {
  clinic_id: string
  address: string
  token: Optional<string>
  mailed_at: Timestamp
  stopped_at: ColumnType<Date | null, Date | string | null | undefined, Date | string | null>
}

/** Which classes of rows about a patient were erased after they left, and when: ids and dates only. */
export interface AppErasures {
  clinic_id: string
  patient_id: string
  class: string
  ended_at: Timestamp
  carried_out_at: Timestamp
}

/** Objects in the file store. Times are the machine's: they are compared with those of the store. */
export interface AppFileObjects {
  name: string
  file_id: ColumnType<string | null, string | null | undefined, string | null>
  starts_at: ColumnType<number | null, number | null | undefined, number | null>
  bytes: ColumnType<number | null, number | null | undefined, number | null>
  created_at: Optional<Timestamp>
}

/** Further customers at Stripe who are a patient: deleted ones of whom there are still payments, and those that the clinic has assigned. */
export interface AppFormerCustomers {
  clinic_id: string
  patient_id: string
  stripe_customer: string
  replaced_at: Timestamp
}

/** Patients of whom nothing is erased until the hold is released. */
export interface AppLegalHolds {
  clinic_id: string
  patient_id: string
  placed_by: ColumnType<string | null, string | null | undefined, string | null>
  placed_at: Timestamp
  released_at: ColumnType<Date | null, Date | string | null | undefined, Date | string | null>
}

/** Health data: guardians with what their access allows today; level is null once a birthday has ended it. */
export interface AppLiveGuardians {
  id: ColumnType<string | null, string | null | undefined, string | null>
  clinic_id: ColumnType<string | null, string | null | undefined, string | null>
  patient_id: ColumnType<string | null, string | null | undefined, string | null>
  user_id: ColumnType<string | null, string | null | undefined, string | null>
  granted: ColumnType<string | null, string | null | undefined, string | null>
  until_on: ColumnType<string | null, string | null | undefined, string | null>
  limited_at: ColumnType<Date | null, Date | string | null | undefined, Date | string | null>
  born_on: ColumnType<string | null, string | null | undefined, string | null>
  today: ColumnType<string | null, string | null | undefined, string | null>
  limited_from: ColumnType<number | null, number | null | undefined, number | null>
  ends_at: ColumnType<number | null, number | null | undefined, number | null>
  invites: ColumnType<boolean | null, boolean | null | undefined, boolean | null>
  level: ColumnType<string | null, string | null | undefined, string | null>
}

/** The outbox: a message is written in the transaction that causes it and sent by a job. Partitioned by month; retained for two years. */
export interface AppMails {
  id: Optional<string>
  clinic_id: Optional<string>
  channel: Optional<string>
  template: string
  to_address: string
  subject: string
  text_body: string
  html_body: string
  links: Optional<string[]>
  status: Optional<string>
  message_id: string
  attempts: Optional<number>
  last_error: ColumnType<string | null, string | null | undefined, string | null>
  queued_at: Timestamp
  sent_at: ColumnType<Date | null, Date | string | null | undefined, Date | string | null>
  receipt_id: ColumnType<string | null, string | null | undefined, string | null>
  calendar: ColumnType<string | null, string | null | undefined, string | null>
  reply_to: ColumnType<string | null, string | null | undefined, string | null>
  unsubscribe_url: ColumnType<string | null, string | null | undefined, string | null>
  report: ColumnType<string | null, string | null | undefined, string | null>
  reported_at: ColumnType<Date | null, Date | string | null | undefined, Date | string | null>
}

/** The lines of the members list, maintained by triggers on memberships, patients, their details, invitations and accounts. */
export interface AppMemberEntries {
  clinic_id: string
  membership_id: string
  created_at: Timestamp
  role: string
  status: string
  name: ColumnType<string | null, string | null | undefined, string | null>
  email: ColumnType<string | null, string | null | undefined, string | null>
  search: GeneratedAlways<string>
  numbers: Optional<string[]>
  subscribed: Optional<string[]>
}

/** Tables that are partitioned by month, in UTC, and how long a month stays. */
export interface AppMonthlyTables {
  name: string
  at_column: string
  begins_at: Timestamp
  keep_months: ColumnType<number | null, number | null | undefined, number | null>
}

/** A fact that a person is to be mailed about. Ids only; the job that mails reads the current state. */
export interface AppNotices {
  id: Optional<string>
  clinic_id: string
  kind: string
  key: string
  subject_id: string
  noticed_at: Timestamp
  waits_for: ColumnType<string | null, string | null | undefined, string | null>
  settled_at: ColumnType<Date | null, Date | string | null | undefined, Date | string | null>
  outcome: ColumnType<string | null, string | null | undefined, string | null>
  appointment_id: ColumnType<string | null, string | null | undefined, string | null>
  visit_starts_at: ColumnType<Date | null, Date | string | null | undefined, Date | string | null>
}

/** Notices and jobs that follow from a change, until the worker has written them: moments. Ids only. */
export interface AppOutbox {
  clinic_id: string
  written_at: Optional<Timestamp>
  id: Optional<string>
  kind: string
  subject_id: ColumnType<string | null, string | null | undefined, string | null>
  key: ColumnType<string | null, string | null | undefined, string | null>
  guardians_key: ColumnType<string | null, string | null | undefined, string | null>
  noticed_at: ColumnType<Date | null, Date | string | null | undefined, Date | string | null>
  due_at: Timestamp
}

/** Times at which a provider is busy elsewhere, without overlaps in a calendar: of the next two years. */
export interface AppOutsideBusyTimes {
  clinic_id: string
  calendar_id: string
  provider_id: string
  busy: string
}

/** Providers at a service's consent page: valid once, for ten minutes. */
export interface AppOutsideCalendarRequests {
  clinic_id: string
  id: Optional<string>
  provider_id: string
  service: string
  session_id: string
  verifier: Bytes
  expires_at: Timestamp
}

/** A provider's own calendar, read every five minutes and before a booking. Removed when its provider leaves the team. */
export interface AppOutsideCalendars {
  id: Optional<string>
  clinic_id: string
  provider_id: string
  source: string
  secret: Bytes
  host: string
  created_at: Timestamp
  read_at: Timestamp
  tried_at: Timestamp
  failure: ColumnType<string | null, string | null | undefined, string | null>
  failures: Optional<number>
  retry_at: ColumnType<Date | null, Date | string | null | undefined, Date | string | null>
  etag: ColumnType<string | null, string | null | undefined, string | null>
  modified: ColumnType<string | null, string | null | undefined, string | null>
  expanded_on: string
}

/** Health data: plans from their first payment until they ended, and why. */
export interface AppPaidPlans {
  clinic_id: ColumnType<string | null, string | null | undefined, string | null>
  subscription_id: ColumnType<string | null, string | null | undefined, string | null>
  patient_id: ColumnType<string | null, string | null | undefined, string | null>
  status: ColumnType<string | null, string | null | undefined, string | null>
  first_paid_at: ColumnType<Date | null, Date | string | null | undefined, Date | string | null>
  ended_at: ColumnType<Date | null, Date | string | null | undefined, Date | string | null>
  ended_because: ColumnType<string | null, string | null | undefined, string | null>
}

/** The rows of an import and their records. No client reads it; address, birthday and phone are removed once the row is settled. */
export interface AppPatientImportRows {
  clinic_id: string
  import_id: string
  line: number
  state: Optional<string>
  skipped_why: ColumnType<string | null, string | null | undefined, string | null>
  name: string
  email: ColumnType<string | null, string | null | undefined, string | null>
  date_of_birth: ColumnType<string | null, string | null | undefined, string | null>
  phone: ColumnType<string | null, string | null | undefined, string | null>
  plan_id: ColumnType<string | null, string | null | undefined, string | null>
  price_id: ColumnType<string | null, string | null | undefined, string | null>
  paid_until: ColumnType<string | null, string | null | undefined, string | null>
  patient_id: ColumnType<string | null, string | null | undefined, string | null>
  is_new_person: Optional<boolean>
  holds_address: Optional<boolean>
  invitation: ColumnType<string | null, string | null | undefined, string | null>
  filled: Optional<string[]>
  settled_at: ColumnType<Date | null, Date | string | null | undefined, Date | string | null>
}

/** Imports of patients from a file, confirmed after a dry run. */
export interface AppPatientImports {
  id: Optional<string>
  clinic_id: string
  attempt: string
  started_by: ColumnType<string | null, string | null | undefined, string | null>
  invites: boolean
  created_at: Timestamp
  finished_at: ColumnType<Date | null, Date | string | null | undefined, Date | string | null>
  undone_at: ColumnType<Date | null, Date | string | null | undefined, Date | string | null>
  undone_by: ColumnType<string | null, string | null | undefined, string | null>
  removed: Optional<number>
}

/** Health data: which records were merged, and which rows return when they are split. */
export interface AppPatientMerges {
  id: Optional<string>
  clinic_id: string
  patient_id: string
  from_patient_id: string
  records: Json
  moved: Optional<Json>
  exchanged: Optional<Json>
  messages: Optional<string[]>
  customer: Optional<string>
  merged_at: Timestamp
  merged_by: ColumnType<string | null, string | null | undefined, string | null>
  undone_at: ColumnType<Date | null, Date | string | null | undefined, Date | string | null>
  undone_by: ColumnType<string | null, string | null | undefined, string | null>
}

/** Health data: when plans were paused, and until when. */
export interface AppPlanPauses {
  clinic_id: ColumnType<string | null, string | null | undefined, string | null>
  subscription_id: ColumnType<string | null, string | null | undefined, string | null>
  paused_at: ColumnType<Date | null, Date | string | null | undefined, Date | string | null>
  resumed_at: ColumnType<Date | null, Date | string | null | undefined, Date | string | null>
}

/** Health data: how many patients take part in each program. */
export interface AppProgramFigures {
  clinic_id: ColumnType<string | null, string | null | undefined, string | null>
  program_id: ColumnType<string | null, string | null | undefined, string | null>
  title: ColumnType<string | null, string | null | undefined, string | null>
  learning: ColumnType<number | null, number | null | undefined, number | null>
  completed: ColumnType<number | null, number | null | undefined, number | null>
  ended: ColumnType<number | null, number | null | undefined, number | null>
}

/** Which address a person has proven to Carefold. Code that compares an address with a row reads it here. */
export interface AppProvenAddresses {
  user_id: ColumnType<string | null, string | null | undefined, string | null>
  address: ColumnType<string | null, string | null | undefined, string | null>
}

/** Paying members without contact for some days at the end of each month, by clinic: numbers without a patient. No client reads them; one action does. */
export interface AppQuietCounts {
  clinic_id: string
  month: string
  days: number
  members: number
  counted_at: Timestamp
}

/** The last number of each series of a clinic's receipts. A row, not a sequence: a rolled back receipt must not leave a gap. */
export interface AppReceiptNumbers {
  clinic_id: string
  series_year: Optional<number>
  last_number: number
}

/** Health data: monthly recurring revenue of each running plan. */
export interface AppRecurringRevenue {
  clinic_id: ColumnType<string | null, string | null | undefined, string | null>
  subscription_id: ColumnType<string | null, string | null | undefined, string | null>
  status: ColumnType<string | null, string | null | undefined, string | null>
  kind: ColumnType<string | null, string | null | undefined, string | null>
  currency: ColumnType<string | null, string | null | undefined, string | null>
  monthly_cents: ColumnType<number | null, number | null | undefined, number | null>
}

/** Addresses of a clinic's mails that do not exist, or whose reader reported a mail as spam. */
export interface AppReportedAddresses {
  clinic_id: string
  address: string
  report: string
  reported_at: Timestamp
}

/** Health data: use and completion of each published item. */
export interface AppResourceEffectiveness {
  clinic_id: ColumnType<string | null, string | null | undefined, string | null>
  item_id: ColumnType<string | null, string | null | undefined, string | null>
  title: ColumnType<string | null, string | null | undefined, string | null>
  type: ColumnType<string | null, string | null | undefined, string | null>
  views: ColumnType<number | null, number | null | undefined, number | null>
  rating: ColumnType<number | null, number | null | undefined, number | null>
  ratings: ColumnType<number | null, number | null | undefined, number | null>
  readers: ColumnType<number | null, number | null | undefined, number | null>
  completed: ColumnType<number | null, number | null | undefined, number | null>
  popular_in: ColumnType<string | null, string | null | undefined, string | null>
}

/** Values of this installation, such as the development clock's offset. */
export interface AppSettings {
  name: string
  value: Json
  updated_at: Optional<Timestamp>
}

/** A domain that a clinic's identity providers name, and whether the clinic has proven it. Follows sso_providers by trigger; no client reads it. */
export interface AppSsoDomains {
  clinic_id: string
  domain: string
  token: Optional<string>
  created_at: Optional<Timestamp>
  checked_at: ColumnType<Date | null, Date | string | null | undefined, Date | string | null>
  proven_at: ColumnType<Date | null, Date | string | null | undefined, Date | string | null>
  missing_since: ColumnType<Date | null, Date | string | null | undefined, Date | string | null>
  lost_at: ColumnType<Date | null, Date | string | null | undefined, Date | string | null>
}

/** How much of its storage a clinic uses: the sum of files.size_bytes, updated by a trigger. Uploads wait for each other at this row, so the limit holds exactly. */
export interface AppStorageUse {
  clinic_id: string
  used_bytes: Optional<number>
  limit_bytes: Optional<number>
}

/** The operator's requests for access to a clinic: the reason, who approved it, and until when. */
export interface AppSupportAccess {
  id: Optional<string>
  clinic_id: string
  reason: string
  asked_by: ColumnType<string | null, string | null | undefined, string | null>
  asked_at: Timestamp
  decided_by: ColumnType<string | null, string | null | undefined, string | null>
  decided_at: ColumnType<Date | null, Date | string | null | undefined, Date | string | null>
  ends_at: ColumnType<Date | null, Date | string | null | undefined, Date | string | null>
  ended_by: ColumnType<string | null, string | null | undefined, string | null>
  ended_at: ColumnType<Date | null, Date | string | null | undefined, Date | string | null>
}

/** Text messages to patients, without details: the text depends on the kind alone, or is a clinic's message to many. */
export interface AppTextMessages {
  id: Optional<string>
  clinic_id: string
  patient_id: string
  kind: string
  notice_id: ColumnType<string | null, string | null | undefined, string | null>
  broadcast_id: ColumnType<string | null, string | null | undefined, string | null>
  phone: string
  status: Optional<string>
  reason: ColumnType<string | null, string | null | undefined, string | null>
  provider_id: ColumnType<string | null, string | null | undefined, string | null>
  attempts: Optional<number>
  queued_at: Timestamp
  send_at: Timestamp
  sending_at: ColumnType<Date | null, Date | string | null | undefined, Date | string | null>
  sent_at: ColumnType<Date | null, Date | string | null | undefined, Date | string | null>
  delivered_at: ColumnType<Date | null, Date | string | null | undefined, Date | string | null>
}

/** Phone numbers that replied STOP, and get no text messages. */
export interface AppTextStops {
  phone: string
  stopped_at: Timestamp
}

/** Health data: views and patients by the clinic's week. */
export interface AppViewsByWeek {
  clinic_id: ColumnType<string | null, string | null | undefined, string | null>
  week: ColumnType<string | null, string | null | undefined, string | null>
  views: ColumnType<number | null, number | null | undefined, number | null>
  people: ColumnType<number | null, number | null | undefined, number | null>
}

/** Health data: which patients the desk has called about a visit, and when. */
export interface AppVisitCalls {
  clinic_id: string
  appointment_id: string
  patient_id: string
  about: string
  starts_at: Timestamp
  sequence: number
  called_at: ColumnType<Date | null, Date | string | null | undefined, Date | string | null>
  called_by: ColumnType<string | null, string | null | undefined, string | null>
}

/** The keys of links in reminders, each for one time of a visit; a guardian's ends with the access. */
export interface AppVisitLinks {
  clinic_id: string
  key_hash: Bytes
  appointment_id: string
  starts_at: Timestamp
  guardian_id: ColumnType<string | null, string | null | undefined, string | null>
}

/** Which address a clinic's own identity provider asserts for a person, at a domain that the clinic has proven. It counts in that clinic alone. */
export interface AppVouchedAddresses {
  clinic_id: ColumnType<string | null, string | null | undefined, string | null>
  user_id: ColumnType<string | null, string | null | undefined, string | null>
  address: ColumnType<string | null, string | null | undefined, string | null>
}

/** Times of providers that became free, while they are offered to the waitlist. */
export interface AppWaitlistOpenings {
  id: Optional<string>
  clinic_id: string
  provider_id: string
  opens_at: Timestamp
  closes_at: Timestamp
  appointment_id: ColumnType<string | null, string | null | undefined, string | null>
  created_at: Optional<Timestamp>
  due_at: ColumnType<Date | null, Date | string | null | undefined, Date | string | null>
  closed_at: ColumnType<Date | null, Date | string | null | undefined, Date | string | null>
}

/** The inbox: each event is stored once, acknowledged at once and processed by a job that reads the object from Stripe. Partitioned by month; retained for thirteen months. */
export interface AppWebhookEvents {
  id: string
  account: ColumnType<string | null, string | null | undefined, string | null>
  type: string
  object_id: ColumnType<string | null, string | null | undefined, string | null>
  payload: ColumnType<unknown | null, string | null | undefined, string | null>
  occurred_at: Timestamp
  received_at: Timestamp
  attempts: Optional<number>
  processed_at: ColumnType<Date | null, Date | string | null | undefined, Date | string | null>
  outcome: ColumnType<string | null, string | null | undefined, string | null>
  error: ColumnType<string | null, string | null | undefined, string | null>
  arrived_no: Optional<number>
}

/** A change to another address without the old mailbox, which its owner can stop for seven days (docs/decisions/0178). At most one is open per person. */
export interface AuthAddressChanges {
  id: Optional<string>
  user_id: string
  old_email: string
  new_email: string
  objection_hash: Bytes
  requested_at: Timestamp
  effective_at: Timestamp
  proven_at: ColumnType<Date | null, Date | string | null | undefined, Date | string | null>
  settled_at: ColumnType<Date | null, Date | string | null | undefined, Date | string | null>
  outcome: ColumnType<string | null, string | null | undefined, string | null>
}

/** A sign-in started in one browser, which only that browser can finish (RFC 7636). */
export interface AuthFlowStates {
  id: Optional<string>
  user_id: ColumnType<string | null, string | null | undefined, string | null>
  authentication_method: string
  code_challenge: ColumnType<string | null, string | null | undefined, string | null>
  code_challenge_method: ColumnType<string | null, string | null | undefined, string | null>
  auth_code_hash: ColumnType<Uint8Array | null, Uint8Array | null | undefined, Uint8Array | null>
  auth_code_issued_at: ColumnType<Date | null, Date | string | null | undefined, Date | string | null>
  provider: ColumnType<string | null, string | null | undefined, string | null>
  redirect_to: ColumnType<string | null, string | null | undefined, string | null>
  provider_verifier: ColumnType<string | null, string | null | undefined, string | null>
  provider_nonce: ColumnType<string | null, string | null | undefined, string | null>
  returned_at: ColumnType<Date | null, Date | string | null | undefined, Date | string | null>
  provider_tokens_sealed: ColumnType<Uint8Array | null, Uint8Array | null | undefined, Uint8Array | null>
  invite_link_hash: ColumnType<Uint8Array | null, Uint8Array | null | undefined, Uint8Array | null>
  linking_user_id: ColumnType<string | null, string | null | undefined, string | null>
  session_not_after: ColumnType<Date | null, Date | string | null | undefined, Date | string | null>
  created_at: Timestamp
}

/** Hook calls waiting to be delivered; a delivered one is deleted. */
export interface AuthHookCalls {
  id: Optional<string>
  hook: string
  payload: Json
  attempts: Optional<number>
  last_error: ColumnType<string | null, string | null | undefined, string | null>
  created_at: Timestamp
}

/** A sign-in method of a person: a provider and the person's id there. */
export interface AuthIdentities {
  id: Optional<string>
  user_id: string
  provider: string
  provider_id: string
  identity_data: Optional<Json>
  email: GeneratedAlways<string>
  last_sign_in_at: ColumnType<Date | null, Date | string | null | undefined, Date | string | null>
  created_at: Optional<Timestamp>
  updated_at: Optional<Timestamp>
}

/** A kind of browser on a network from which a person has signed in; forgotten half a year after the last time. */
export interface AuthKnownDevices {
  user_id: string
  fingerprint: Bytes
  first_seen_at: Timestamp
  last_seen_at: Timestamp
}

/** When a mail of a kind was last requested for an address, whether or not an account has that address (docs/contracts/auth.md D6). */
export interface AuthMailCooldowns {
  kind: string
  address_hash: Bytes
  sent_at: Timestamp
}

/** One challenge to a second factor: answered once, within five minutes. */
export interface AuthMfaChallenges {
  id: Optional<string>
  factor_id: string
  ip: ColumnType<string | null, string | null | undefined, string | null>
  code_hash: ColumnType<Uint8Array | null, Uint8Array | null | undefined, Uint8Array | null>
  webauthn_challenge: ColumnType<string | null, string | null | undefined, string | null>
  wrong_tries: Optional<number>
  verified_at: ColumnType<Date | null, Date | string | null | undefined, Date | string | null>
  created_at: Timestamp
}

/** One second factor of a person. Unverified ones protect nothing and are cleaned up. */
export interface AuthMfaFactors {
  id: Optional<string>
  user_id: string
  factor_type: string
  status: Optional<string>
  friendly_name: Optional<string>
  secret: ColumnType<Uint8Array | null, Uint8Array | null | undefined, Uint8Array | null>
  last_used_step: ColumnType<number | null, number | null | undefined, number | null>
  phone: ColumnType<string | null, string | null | undefined, string | null>
  credential_id: ColumnType<string | null, string | null | undefined, string | null>
  credential_key: ColumnType<Uint8Array | null, Uint8Array | null | undefined, Uint8Array | null>
  sign_count: Optional<number>
  transports: Optional<string[]>
  last_challenged_at: ColumnType<Date | null, Date | string | null | undefined, Date | string | null>
  created_at: Timestamp
  updated_at: Timestamp
}

/** Printed codes, each valid for one second step. */
export interface AuthMfaRecoveryCodes {
  factor_id: string
  code_hash: Bytes
  used_at: ColumnType<Date | null, Date | string | null | undefined, Date | string | null>
}

/** At most one pending link and code per person and purpose; a new one replaces the old. */
export interface AuthOneTimeTokens {
  id: Optional<string>
  user_id: string
  kind: string
  scope: Optional<string>
  address: string
  link_hash: ColumnType<Uint8Array | null, Uint8Array | null | undefined, Uint8Array | null>
  link_expires_at: ColumnType<Date | null, Date | string | null | undefined, Date | string | null>
  code_hash: ColumnType<Uint8Array | null, Uint8Array | null | undefined, Uint8Array | null>
  code_expires_at: ColumnType<Date | null, Date | string | null | undefined, Date | string | null>
  wrong_tries: Optional<number>
  flow_state_id: ColumnType<string | null, string | null | undefined, string | null>
  created_at: Timestamp
}

/** Token buckets: tokens refill over time, up to the burst. */
export interface AuthRateBuckets {
  key: string
  tokens: number
  allowed: boolean
  refilled_at: Timestamp
}

/** A sign-in waiting for an identity provider: for two minutes, answered once. */
export interface AuthSamlRelayStates {
  id: Optional<string>
  provider_id: string
  request_id: string
  redirect_to: string
  flow_state_id: ColumnType<string | null, string | null | undefined, string | null>
  created_at: Timestamp
}

/** Assertions that were accepted: none is accepted twice, by any process. */
export interface AuthSamlUsedAssertions {
  provider_id: string
  assertion_hash: Bytes
  expires_at: Timestamp
}

/** The amr claim: the proofs that a session rests on, one row per method. */
export interface AuthSessionMethods {
  session_id: string
  method: string
  provider: ColumnType<string | null, string | null | undefined, string | null>
  factor_id: ColumnType<string | null, string | null | undefined, string | null>
  used_at: Timestamp
}

/** One signed-in device. Deleting the row ends the session with the next request. */
export interface AuthSessions {
  id: Optional<string>
  user_id: string
  refresh_key: Bytes
  refresh_counter: Optional<number>
  refresh_floor: Optional<number>
  refreshed_at: ColumnType<Date | null, Date | string | null | undefined, Date | string | null>
  not_after: ColumnType<Date | null, Date | string | null | undefined, Date | string | null>
  user_agent: ColumnType<string | null, string | null | undefined, string | null>
  ip: ColumnType<string | null, string | null | undefined, string | null>
  created_at: Optional<Timestamp>
  updated_at: Optional<Timestamp>
  is_demo: Optional<boolean>
}

/** Consecutive wrong passwords for one address, known or not. */
export interface AuthSignInFailures {
  address_hash: Bytes
  failures: number
  last_failed_at: Timestamp
}

/** One sign-in. A person may have none; a patient record is not a sign-in. */
export interface AuthUsers {
  id: Optional<string>
  aud: Optional<string>
  role: Optional<string>
  email: ColumnType<string | null, string | null | undefined, string | null>
  email_confirmed_at: ColumnType<Date | null, Date | string | null | undefined, Date | string | null>
  phone: ColumnType<string | null, string | null | undefined, string | null>
  phone_confirmed_at: ColumnType<Date | null, Date | string | null | undefined, Date | string | null>
  password_hash: ColumnType<string | null, string | null | undefined, string | null>
  is_sso: Optional<boolean>
  sso_provider_id: ColumnType<string | null, string | null | undefined, string | null>
  is_anonymous: Optional<boolean>
  may_sign_in_unconfirmed: Optional<boolean>
  app_metadata: Optional<Json>
  user_metadata: Optional<Json>
  new_email: ColumnType<string | null, string | null | undefined, string | null>
  new_phone: ColumnType<string | null, string | null | undefined, string | null>
  email_change_half: Optional<number>
  invited_at: ColumnType<Date | null, Date | string | null | undefined, Date | string | null>
  confirmation_sent_at: ColumnType<Date | null, Date | string | null | undefined, Date | string | null>
  confirmation_reminders: Optional<number>
  email_corrected_at: ColumnType<Date | null, Date | string | null | undefined, Date | string | null>
  recovery_sent_at: ColumnType<Date | null, Date | string | null | undefined, Date | string | null>
  email_change_sent_at: ColumnType<Date | null, Date | string | null | undefined, Date | string | null>
  phone_change_sent_at: ColumnType<Date | null, Date | string | null | undefined, Date | string | null>
  reauthentication_sent_at: ColumnType<Date | null, Date | string | null | undefined, Date | string | null>
  last_sign_in_at: ColumnType<Date | null, Date | string | null | undefined, Date | string | null>
  banned_until: ColumnType<Date | null, Date | string | null | undefined, Date | string | null>
  deleted_at: ColumnType<Date | null, Date | string | null | undefined, Date | string | null>
  created_at: Optional<Timestamp>
  updated_at: Optional<Timestamp>
}

/** A program that reads a clinic's data as FHIR resources. Of its secret only the hash is stored. Revoked rows remain, for the names in the audit trail. */
export interface ApiKeys {
  id: Optional<string>
  clinic_id: string
  name: string
  resources: string[]
  secret_hash: ColumnType<Uint8Array | null, Uint8Array | null | undefined, Uint8Array | null>
  public_keys: ColumnType<unknown | null, string | null | undefined, string | null>
  has_secret: GeneratedAlways<boolean>
  created_by: ColumnType<string | null, string | null | undefined, string | null>
  created_at: Timestamp
  ends_on: ColumnType<string | null, string | null | undefined, string | null>
  last_used_on: ColumnType<string | null, string | null | undefined, string | null>
  revoked_at: ColumnType<Date | null, Date | string | null | undefined, Date | string | null>
  revoked_by: ColumnType<string | null, string | null | undefined, string | null>
}

/** Health data: the history of a visit, append-only: booked, moved or canceled, with its state at each change and its mails. */
export interface AppointmentChanges {
  id: Optional<string>
  clinic_id: string
  patient_id: string
  appointment_id: string
  kind: string
  changed_at: Timestamp
  changed_by: ColumnType<string | null, string | null | undefined, string | null>
  starts_at: Timestamp
  duration_minutes: number
  type: string
  provider_id: ColumnType<string | null, string | null | undefined, string | null>
  time_zone: string
  was_starts_at: ColumnType<Date | null, Date | string | null | undefined, Date | string | null>
  was_provider_id: ColumnType<string | null, string | null | undefined, string | null>
  reason: ColumnType<string | null, string | null | undefined, string | null>
  sequence: number
  version: number
  status: string
  room_id: ColumnType<string | null, string | null | undefined, string | null>
  series_plan: ColumnType<unknown | null, string | null | undefined, string | null>
  confirmed_at: ColumnType<Date | null, Date | string | null | undefined, Date | string | null>
  confirmed_through: ColumnType<string | null, string | null | undefined, string | null>
  is_patient_notified: Optional<boolean>
  notified_providers: Optional<string[]>
}

/** Health data: visits of a patient that repeat. Each visit is a row of appointments. */
export interface AppointmentSeries {
  id: Optional<string>
  clinic_id: string
  patient_id: string
  every_days: ColumnType<number | null, number | null | undefined, number | null>
  every_weeks: ColumnType<number | null, number | null | undefined, number | null>
  weekdays: ColumnType<number[] | null, number[] | null | undefined, number[] | null>
  every_months: ColumnType<number | null, number | null | undefined, number | null>
  nth: ColumnType<number | null, number | null | undefined, number | null>
  created_by: ColumnType<string | null, string | null | undefined, string | null>
  created_at: Optional<Timestamp>
}

/** Plans that include a kind of visit. A kind without rows is part of no plan, and the booking page does not mention plans. */
export interface AppointmentTypePlans {
  id: Optional<string>
  clinic_id: string
  type_key: string
  plan_id: string
}

/** The kinds of visits of a clinic, and the rules by which its patients book them. */
export interface AppointmentTypes {
  clinic_id: string
  key: string
  name: string
  duration_minutes: number
  before_minutes: Optional<number>
  after_minutes: Optional<number>
  place: Optional<string>
  video_link: ColumnType<string | null, string | null | undefined, string | null>
  patients_book: Optional<string>
  min_notice_minutes: Optional<number>
  max_notice_days: Optional<number>
  cancel_window_hours: Optional<number>
  cancel_policy: Optional<string>
  bring: Optional<string>
  late_cancel_fee_cents: ColumnType<number | null, number | null | undefined, number | null>
  no_show_fee_cents: ColumnType<number | null, number | null | undefined, number | null>
  fee_text: Optional<string>
  position: Optional<number>
  is_active: Optional<boolean>
  version: Optional<number>
  created_at: Optional<Timestamp>
  updated_at: Optional<Timestamp>
}

/** Health data: the time and reason of a patient's visit, and the team's notes. Instant, zone and wall clock always agree. */
export interface Appointments {
  id: Optional<string>
  clinic_id: Optional<string>
  patient_id: string
  type: string
  starts_at: Timestamp
  time_zone: string
  date: string
  time: string
  duration_minutes: number
  notes: ColumnType<string | null, string | null | undefined, string | null>
  status: Optional<string>
  created_at: Optional<Timestamp>
  updated_at: Optional<Timestamp>
  provider_id: ColumnType<string | null, string | null | undefined, string | null>
  room_id: ColumnType<string | null, string | null | undefined, string | null>
  series_id: ColumnType<string | null, string | null | undefined, string | null>
  place: Optional<string>
  ends_at: Timestamp
  before_minutes: Optional<number>
  after_minutes: Optional<number>
  arrived_at: ColumnType<Date | null, Date | string | null | undefined, Date | string | null>
  started_at: ColumnType<Date | null, Date | string | null | undefined, Date | string | null>
  finished_at: ColumnType<Date | null, Date | string | null | undefined, Date | string | null>
  confirmed_at: ColumnType<Date | null, Date | string | null | undefined, Date | string | null>
  confirmed_through: ColumnType<string | null, string | null | undefined, string | null>
  canceled_at: ColumnType<Date | null, Date | string | null | undefined, Date | string | null>
  canceled_by: ColumnType<string | null, string | null | undefined, string | null>
  canceled_by_patient: Optional<boolean>
  canceled_late: Optional<boolean>
  cancel_reason: ColumnType<string | null, string | null | undefined, string | null>
  booked_by: ColumnType<string | null, string | null | undefined, string | null>
  booked_by_patient: Optional<boolean>
  sequence: Optional<number>
  series_plan: ColumnType<unknown | null, string | null | undefined, string | null>
  version: Optional<number>
}

/** The audit trail of the requested clinic, for its admins. Rows never change; order by id descending for the newest first. */
export interface AuditLog {
  id: ColumnType<number | null, number | null | undefined, number | null>
  clinic_id: ColumnType<string | null, string | null | undefined, string | null>
  at: ColumnType<Date | null, Date | string | null | undefined, Date | string | null>
  actor_kind: ColumnType<string | null, string | null | undefined, string | null>
  actor_id: ColumnType<string | null, string | null | undefined, string | null>
  actor_role: ColumnType<string | null, string | null | undefined, string | null>
  acting_for: ColumnType<string | null, string | null | undefined, string | null>
  action: ColumnType<string | null, string | null | undefined, string | null>
  subject_type: ColumnType<string | null, string | null | undefined, string | null>
  subject_id: ColumnType<string | null, string | null | undefined, string | null>
  patient_ids: ColumnType<string[] | null, string[] | null | undefined, string[] | null>
  patient_count: ColumnType<number | null, number | null | undefined, number | null>
  purpose: ColumnType<string | null, string | null | undefined, string | null>
  request_id: ColumnType<string | null, string | null | undefined, string | null>
  address: ColumnType<string | null, string | null | undefined, string | null>
  details: ColumnType<unknown | null, string | null | undefined, string | null>
}

/** A change of a clinic's Stripe balance. The amounts and the fee never change (docs/payments.md 8). */
export interface BalanceMovements {
  id: string
  clinic_id: string
  kind: string
  gross_cents: number
  fee_cents: number
  net_cents: number
  currency: string
  occurred_at: Timestamp
  available_at: Timestamp
  source_id: ColumnType<string | null, string | null | undefined, string | null>
  payment_id: ColumnType<string | null, string | null | undefined, string | null>
  payout_id: ColumnType<string | null, string | null | undefined, string | null>
}

/** A clinic's legal name and address on Carefold's invoices to it. */
export interface BillingAddresses {
  clinic_id: string
  name: string
  line1: string
  line2: ColumnType<string | null, string | null | undefined, string | null>
  city: string
  state: string
  postal_code: string
  country: string
  version: Optional<number>
  updated_at: Optional<Timestamp>
  synced_at: ColumnType<Date | null, Date | string | null | undefined, Date | string | null>
}

/** Names of accounts in exported journal entries (docs/decisions/0187). */
export interface BookAccounts {
  clinic_id: string
  account: string
  name: string
}

/** Messages to many patients: the words and the choice of patients, without the patients. */
export interface Broadcasts {
  id: Optional<string>
  clinic_id: string
  channel: string
  purpose: string
  audience: string
  audience_name: string
  subject: string
  body: string
  author_id: ColumnType<string | null, string | null | undefined, string | null>
  author_name: string
  attempt: string
  status: Optional<string>
  created_at: Timestamp
  ended_at: ColumnType<Date | null, Date | string | null | undefined, Date | string | null>
}

/** Care plans without a patient, from which the team starts a patient's care plan. */
export interface CarePlanTemplates {
  id: Optional<string>
  clinic_id: string
  title: string
  description: Optional<string>
  body: Json
  changed_by: ColumnType<string | null, string | null | undefined, string | null>
  version: Optional<number>
  updated_at: Timestamp
}

/** Health data: the timeline, the themes with their scores, and the visits that a clinic plans with a patient. At most one row per patient. */
export interface CarePlans {
  clinic_id: string
  patient_id: string
  body: Json
  changed_by: ColumnType<string | null, string | null | undefined, string | null>
  version: Optional<number>
  updated_at: Timestamp
}

/** How a clinic pays Carefold: 12 % commission (partnership) or a monthly tier. */
export interface ClinicBilling {
  clinic_id: string
  rate_bps: Optional<number>
  time_zone: string
  tier: Optional<string>
  stripe_customer: ColumnType<string | null, string | null | undefined, string | null>
  stripe_subscription: ColumnType<string | null, string | null | undefined, string | null>
  subscription_status: ColumnType<string | null, string | null | undefined, string | null>
  current_period_start: ColumnType<Date | null, Date | string | null | undefined, Date | string | null>
  current_period_end: ColumnType<Date | null, Date | string | null | undefined, Date | string | null>
  cancel_at_period_end: Optional<boolean>
  read_no: Optional<number>
  created_at: Optional<Timestamp>
  updated_at: Optional<Timestamp>
  card_method: ColumnType<string | null, string | null | undefined, string | null>
  card_brand: ColumnType<string | null, string | null | undefined, string | null>
  card_last4: ColumnType<string | null, string | null | undefined, string | null>
  card_exp_month: ColumnType<number | null, number | null | undefined, number | null>
  card_exp_year: ColumnType<number | null, number | null | undefined, number | null>
  card_read_no: Optional<number>
}

/** A clinic's own color, and whether its pages name Carefold; shown while its tier includes white labeling. */
export interface ClinicBrands {
  clinic_id: string
  color: ColumnType<string | null, string | null | undefined, string | null>
  light: ColumnType<string | null, string | null | undefined, string | null>
  dark: ColumnType<string | null, string | null | undefined, string | null>
  hides_carefold: boolean
  version: Optional<number>
  updated_at: Timestamp
  shown_until: ColumnType<Date | null, Date | string | null | undefined, Date | string | null>
}

/** An invoice of Carefold to a clinic, as Stripe last showed it: commission of a month, or a tier. */
export interface ClinicInvoices {
  id: string
  clinic_id: string
  kind: string
  statement_id: ColumnType<string | null, string | null | undefined, string | null>
  number: ColumnType<string | null, string | null | undefined, string | null>
  status: string
  currency: string
  total_cents: number
  amount_paid_cents: number
  amount_due_cents: number
  refunded_cents: Optional<number>
  period_start: Timestamp
  period_end: Timestamp
  issued_at: Timestamp
  paid_at: ColumnType<Date | null, Date | string | null | undefined, Date | string | null>
  due_at: ColumnType<Date | null, Date | string | null | undefined, Date | string | null>
  attempt_count: Optional<number>
  last_attempt_at: ColumnType<Date | null, Date | string | null | undefined, Date | string | null>
  next_attempt_at: ColumnType<Date | null, Date | string | null | undefined, Date | string | null>
  last_method: ColumnType<string | null, string | null | undefined, string | null>
  past_due_at: ColumnType<Date | null, Date | string | null | undefined, Date | string | null>
  failure_code: ColumnType<string | null, string | null | undefined, string | null>
  stopped_mailed_at: ColumnType<Date | null, Date | string | null | undefined, Date | string | null>
  read_no: Optional<number>
  failed_mailed_at: ColumnType<Date | null, Date | string | null | undefined, Date | string | null>
}

/** The address that receives replies to a clinic's mails. Not in clinics, where every column is public. */
export interface ClinicMail {
  clinic_id: string
  reply_to: ColumnType<string | null, string | null | undefined, string | null>
  version: Optional<number>
  updated_at: Timestamp
}

/** Who belongs to a clinic, in which role. A paid plan is a subscription, not a membership. */
export interface ClinicMemberships {
  id: Optional<string>
  clinic_id: string
  user_id: ColumnType<string | null, string | null | undefined, string | null>
  role: string
  status: Optional<string>
  is_owner: Optional<boolean>
  is_read_only: Optional<boolean>
  suspended_at: ColumnType<Date | null, Date | string | null | undefined, Date | string | null>
  accepted_at: ColumnType<Date | null, Date | string | null | undefined, Date | string | null>
  ended_at: ColumnType<Date | null, Date | string | null | undefined, Date | string | null>
  created_at: Optional<Timestamp>
  updated_at: Optional<Timestamp>
  permission_sets: Optional<string[]>
  is_billing_only: Optional<boolean>
  patient_id: ColumnType<string | null, string | null | undefined, string | null>
}

/** The place whose law applies to a clinic's memberships. A change is a new row; members keep what the law of an earlier place gave them. */
export interface ClinicPlaces {
  id: Optional<string>
  clinic_id: string
  place: string
  started_at: Timestamp
  ended_at: ColumnType<Date | null, Date | string | null | undefined, Date | string | null>
}

/** Whether a clinic's team must sign in with two steps; without a row, it must. Not in clinics, where every column is public. */
export interface ClinicSecurity {
  clinic_id: string
  requires_mfa: Optional<boolean>
  updated_at: Optional<Timestamp>
}

/** The tax on patients' payments. A change is a new row; running plans keep the one they were joined under. */
export interface ClinicTaxes {
  id: Optional<string>
  clinic_id: string
  name: string
  rate_ppm: number
  is_inclusive: boolean
  stripe_account: string
  stripe_rate: string
  started_at: Timestamp
  ended_at: ColumnType<Date | null, Date | string | null | undefined, Date | string | null>
  plan_kind: ColumnType<string | null, string | null | undefined, string | null>
}

/** One tenant. Every column is public: visitors select all of them by subdomain, as specified. What is not public has its own table. */
export interface Clinics {
  id: Optional<string>
  name: string
  subdomain: string
  time_zone: Optional<string>
  currency: Optional<string>
  bank_debit: ColumnType<string | null, string | null | undefined, string | null>
  color: Optional<string>
  tagline: ColumnType<string | null, string | null | undefined, string | null>
  website: ColumnType<string | null, string | null | undefined, string | null>
  about: ColumnType<string | null, string | null | undefined, string | null>
  phone: ColumnType<string | null, string | null | undefined, string | null>
  profile_completed_at: ColumnType<Date | null, Date | string | null | undefined, Date | string | null>
  join_page_viewed_at: ColumnType<Date | null, Date | string | null | undefined, Date | string | null>
  created_at: Optional<Timestamp>
  updated_at: Optional<Timestamp>
  opening_hours: Optional<Json>
}

/** Health data: the ledger of a patient's consents, append-only. The newest row of a purpose applies (docs/domain-rules.md rule 32). */
export interface Consents {
  id: Optional<string>
  clinic_id: string
  patient_id: string
  purpose: string
  is_given: boolean
  channel: string
  version: string
  wording: string
  actor_id: ColumnType<string | null, string | null | undefined, string | null>
  address: ColumnType<string | null, string | null | undefined, string | null>
  request_id: ColumnType<string | null, string | null | undefined, string | null>
  given_at: Timestamp
}

/** Health data: how a patient wants to be contacted by the clinic. Without a row, the defaults of the columns apply. Changed only by app.record_consent(). */
export interface ContactPreferences {
  clinic_id: string
  patient_id: string
  email_notifications: Optional<boolean>
  sms_notifications: Optional<boolean>
  appointment_reminders: Optional<boolean>
  marketing_communications: Optional<boolean>
  version: Optional<number>
  updated_at: Timestamp
  asked_anew_at: ColumnType<Date | null, Date | string | null | undefined, Date | string | null>
}

/** A clinic's own categories, beside those that every clinic has (domain/content/content.ts). */
export interface ContentCategories {
  id: Optional<string>
  clinic_id: string
  name: string
  created_at: Timestamp
}

/** Whether the pages of a PDF have been drawn. Without them it is read as a file. */
export interface ContentDocuments {
  clinic_id: string
  file_id: string
  state: Optional<string>
  reason: ColumnType<string | null, string | null | undefined, string | null>
  page_count: ColumnType<number | null, number | null | undefined, number | null>
  created_at: Timestamp
  updated_at: Timestamp
  external_id: ColumnType<string | null, string | null | undefined, string | null>
  version_ids: Optional<string[]>
  is_published: Optional<boolean>
}

/** One article, video, document or picture of one clinic, as a working copy. Patients read content_versions. */
export interface ContentItems {
  id: Optional<string>
  clinic_id: string
  type: string
  status: Optional<string>
  title: string
  category: string
  description: Optional<string>
  body: Json
  cover_file_id: ColumnType<string | null, string | null | undefined, string | null>
  read_minutes: Optional<number>
  is_featured: Optional<boolean>
  is_unchecked_example: Optional<boolean>
  example_key: ColumnType<string | null, string | null | undefined, string | null>
  has_unpublished_changes: Optional<boolean>
  view_count: Optional<number>
  author_id: ColumnType<string | null, string | null | undefined, string | null>
  changed_by: ColumnType<string | null, string | null | undefined, string | null>
  version: Optional<number>
  created_at: Timestamp
  updated_at: Timestamp
  published_at: ColumnType<Date | null, Date | string | null | undefined, Date | string | null>
  deleted_at: ColumnType<Date | null, Date | string | null | undefined, Date | string | null>
}

/** Which other clinics may copy a clinic's published content. Read and written by actions alone (server/features/content/share-library.ts). */
export interface ContentLibraryShares {
  clinic_id: string
  with_clinic_id: string
  shared_by: ColumnType<string | null, string | null | undefined, string | null>
  created_at: Timestamp
}

/** One drawn page of a PDF. Written by a job (server/features/content/slides/draw-pdf.ts). */
export interface ContentPages {
  clinic_id: string
  document_id: string
  number: number
  file_id: string
  medium_file_id: string
  small_file_id: string
  width: number
  height: number
  text: Optional<string>
  notes: Optional<string>
  external_id: ColumnType<string | null, string | null | undefined, string | null>
  version_ids: Optional<string[]>
  is_published: Optional<boolean>
}

/** Health data: a patient's progress in content, and the content saved for later. Only the patient reads it. */
export interface ContentReadings {
  id: Optional<string>
  clinic_id: string
  patient_id: string
  item_id: string
  position: Optional<number>
  saved_at: ColumnType<Date | null, Date | string | null | undefined, Date | string | null>
  updated_at: Timestamp
  version_id: ColumnType<string | null, string | null | undefined, string | null>
  farthest: Optional<number>
  completed_at: ColumnType<Date | null, Date | string | null | undefined, Date | string | null>
  rating: ColumnType<number | null, number | null | undefined, number | null>
  rated_at: ColumnType<Date | null, Date | string | null | undefined, Date | string | null>
  watched: Optional<Json>
  earlier_completed_at: ColumnType<Date | null, Date | string | null | undefined, Date | string | null>
}

/** The files of a version. A caller who may read the version may read its files, and no file is removed while a version needs it. */
export interface ContentVersionFiles {
  clinic_id: string
  version_id: string
  file_id: string
  is_published: Optional<boolean>
}

/** A published version of content. Immutable: a correction is a new version, so that assigned content never changes. */
export interface ContentVersions {
  id: Optional<string>
  clinic_id: string
  item_id: string
  number: number
  type: string
  title: string
  category: string
  description: Optional<string>
  body: Json
  cover_file_id: ColumnType<string | null, string | null | undefined, string | null>
  read_minutes: number
  published_by: ColumnType<string | null, string | null | undefined, string | null>
  published_at: Timestamp
  superseded_at: ColumnType<Date | null, Date | string | null | undefined, Date | string | null>
  team_notes: ColumnType<unknown | null, string | null | undefined, string | null>
  is_published: Optional<boolean>
}

/** Health data: the days on which a patient opened an item, counted once per patient and day. The team is not counted, and reads the counts only. */
export interface ContentViews {
  id: Optional<string>
  clinic_id: string
  item_id: string
  patient_id: string
  viewed_on: string
  viewed_at: Timestamp
}

/** A code for a discount on the charges of a plan. Patients enter it; only those who joined with it read it. */
export interface Coupons {
  id: Optional<string>
  clinic_id: string
  code: string
  percent: ColumnType<number | null, number | null | undefined, number | null>
  amount_cents: ColumnType<number | null, number | null | undefined, number | null>
  currency: string
  duration: string
  months: ColumnType<number | null, number | null | undefined, number | null>
  plan_id: ColumnType<string | null, string | null | undefined, string | null>
  max_uses: ColumnType<number | null, number | null | undefined, number | null>
  last_on: ColumnType<string | null, string | null | undefined, string | null>
  closed_at: ColumnType<Date | null, Date | string | null | undefined, Date | string | null>
  created_at: Timestamp
}

/** Changes of a payer's credit at the clinic's Stripe account, as Stripe last showed them. Not part of the ledger. */
export interface Credits {
  id: string
  clinic_id: string
  patient_id: string
  kind: string
  amount_cents: number
  currency: string
  invoice_id: ColumnType<string | null, string | null | undefined, string | null>
  reason: ColumnType<string | null, string | null | undefined, string | null>
  occurred_at: Timestamp
  place: number
}

/** A disputed payment, as Stripe last showed it. */
export interface Disputes {
  id: string
  clinic_id: string
  stripe_account: string
  payment_id: string
  patient_id: string
  status: string
  reason: string
  amount_cents: number
  currency: string
  opened_at: Timestamp
  due_by: ColumnType<Date | null, Date | string | null | undefined, Date | string | null>
  is_answered: boolean
  evidence: ColumnType<string | null, string | null | undefined, string | null>
  read_no: Optional<number>
}

/** The fee that a clinic pays Carefold from a month on: the commission, or a flat fee. Without a row: the commission. */
export interface FeeAgreements {
  clinic_id: string
  from_month: string
  policy: string
  fee_cents: ColumnType<number | null, number | null | undefined, number | null>
  agreed_at: Timestamp
}

/** Health data: a patient's feedback about the clinic, in the patient's words. At most one per day is open. */
export interface Feedback {
  id: Optional<string>
  clinic_id: string
  patient_id: string
  given_on: string
  given_at: Timestamp
  rating: number
  body: string
  call_phone: ColumnType<string | null, string | null | undefined, string | null>
  answered_at: ColumnType<Date | null, Date | string | null | undefined, Date | string | null>
  answered_by: ColumnType<string | null, string | null | undefined, string | null>
}

/** An uploaded file. What its name and its patient tell is in patient_files; its bytes are in app.file_objects. Written by the server alone. */
export interface Files {
  id: Optional<string>
  clinic_id: Optional<string>
  owner_id: string
  kind: string
  name: ColumnType<string | null, string | null | undefined, string | null>
  size_bytes: number
  received_bytes: Optional<number>
  sha256: ColumnType<string | null, string | null | undefined, string | null>
  media_type: ColumnType<string | null, string | null | undefined, string | null>
  width: ColumnType<number | null, number | null | undefined, number | null>
  height: ColumnType<number | null, number | null | undefined, number | null>
  state: Optional<string>
  attached_at: ColumnType<Date | null, Date | string | null | undefined, Date | string | null>
  created_at: Optional<Timestamp>
  updated_at: Optional<Timestamp>
  unused_since: ColumnType<Date | null, Date | string | null | undefined, Date | string | null>
  active_team_of: ColumnType<string[] | null, string[] | null | undefined, string[] | null>
  team_of: ColumnType<string[] | null, string[] | null | undefined, string[] | null>
  patient_of: ColumnType<string[] | null, string[] | null | undefined, string[] | null>
  patient_id: ColumnType<string | null, string | null | undefined, string | null>
  is_shared: Optional<boolean>
  version_ids: ColumnType<string[] | null, string[] | null | undefined, string[] | null>
  is_published: Optional<boolean>
}

/** Health data: forms that a patient was asked to fill in, with the answers. A signed one is immutable and has the form's text as it was signed. */
export interface FormRequests {
  id: Optional<string>
  clinic_id: string
  patient_id: string
  form_id: string
  form_version: number
  title: string
  fields: Json
  appointment_id: ColumnType<string | null, string | null | undefined, string | null>
  due_at: ColumnType<Date | null, Date | string | null | undefined, Date | string | null>
  asked_at: Timestamp
  asked_by: ColumnType<string | null, string | null | undefined, string | null>
  notified_at: ColumnType<Date | null, Date | string | null | undefined, Date | string | null>
  reminded_at: ColumnType<Date | null, Date | string | null | undefined, Date | string | null>
  answers: Optional<Json>
  version: Optional<number>
  started_at: ColumnType<Date | null, Date | string | null | undefined, Date | string | null>
  saved_at: ColumnType<Date | null, Date | string | null | undefined, Date | string | null>
  signed_at: ColumnType<Date | null, Date | string | null | undefined, Date | string | null>
  signed_name: ColumnType<string | null, string | null | undefined, string | null>
  signed_statement: ColumnType<string | null, string | null | undefined, string | null>
  signed_as: ColumnType<string | null, string | null | undefined, string | null>
  signed_by: ColumnType<string | null, string | null | undefined, string | null>
  withdrawn_at: ColumnType<Date | null, Date | string | null | undefined, Date | string | null>
  withdrawn_by: ColumnType<string | null, string | null | undefined, string | null>
}

/** Forms that a clinic asks its patients to fill in and sign. About no patient. */
export interface Forms {
  id: Optional<string>
  clinic_id: string
  title: string
  fields: Json
  occasion: string
  visit_types: Optional<string[]>
  repeats: Optional<string>
  is_active: Optional<boolean>
  version: Optional<number>
  changed_by: ColumnType<string | null, string | null | undefined, string | null>
  created_at: Timestamp
  updated_at: Timestamp
}

/** The ages from which guardians of a clinic's patients have limited access and then no access; without a row, 12 and 18. */
export interface GuardianRules {
  clinic_id: string
  limited_from: number
  ends_at: number
  invites: boolean
  version: Optional<number>
  updated_at: Timestamp
}

/** Health data: an offer of a role to one address, single use, 72 hours, never above the inviter. Whom a clinic invites as a patient says something about their health; a row stands for the invited person, who has no record yet. */
export interface Invitations {
  id: Optional<string>
  clinic_id: string
  membership_id: string
  email: string
  name: ColumnType<string | null, string | null | undefined, string | null>
  role: string
  invited_by: ColumnType<string | null, string | null | undefined, string | null>
  token_hash: Bytes
  expires_at: Timestamp
  accepted_at: ColumnType<Date | null, Date | string | null | undefined, Date | string | null>
  accepted_by: ColumnType<string | null, string | null | undefined, string | null>
  revoked_at: ColumnType<Date | null, Date | string | null | undefined, Date | string | null>
  created_at: Optional<Timestamp>
  for_patient_id: ColumnType<string | null, string | null | undefined, string | null>
}

/** The lines of an invoice. They add up to its total less tax. */
export interface InvoiceLines {
  id: string
  clinic_id: string
  invoice_id: string
  description: string
  quantity: number
  amount_cents: number
  period_start: Timestamp
  period_end: Timestamp
  patient_id: ColumnType<string | null, string | null | undefined, string | null>
}

/** A clinic's invoice to a patient, as Stripe last showed it. */
export interface Invoices {
  id: string
  clinic_id: string
  stripe_account: string
  patient_id: string
  subscription_id: ColumnType<string | null, string | null | undefined, string | null>
  number: ColumnType<string | null, string | null | undefined, string | null>
  status: string
  currency: string
  total_cents: number
  tax_cents: Optional<number>
  amount_paid_cents: Optional<number>
  amount_due_cents: Optional<number>
  period_start: Timestamp
  period_end: Timestamp
  issued_at: Timestamp
  paid_at: ColumnType<Date | null, Date | string | null | undefined, Date | string | null>
  next_attempt_at: ColumnType<Date | null, Date | string | null | undefined, Date | string | null>
  due_at: ColumnType<Date | null, Date | string | null | undefined, Date | string | null>
  attempt_count: Optional<number>
  read_no: Optional<number>
  failure_mailed_at: ColumnType<Date | null, Date | string | null | undefined, Date | string | null>
  retry_attempt: ColumnType<string | null, string | null | undefined, string | null>
  retried_at: ColumnType<Date | null, Date | string | null | undefined, Date | string | null>
  sale_kind: ColumnType<string | null, string | null | undefined, string | null>
  sale_tax_cents: ColumnType<number | null, number | null | undefined, number | null>
  replaces: ColumnType<string | null, string | null | undefined, string | null>
  write_off_reason: ColumnType<string | null, string | null | undefined, string | null>
  written_off_at: ColumnType<Date | null, Date | string | null | undefined, Date | string | null>
  written_off_cents: ColumnType<number | null, number | null | undefined, number | null>
  credit_cents: Optional<number>
  settles_about: ColumnType<Date | null, Date | string | null | undefined, Date | string | null>
  pay_url: ColumnType<string | null, string | null | undefined, string | null>
}

/** One fact about money, posted once (docs/payments.md 8). */
export interface Journal {
  id: GeneratedAlways<number>
  clinic_id: string
  key: string
  kind: string
  occurred_at: Timestamp
  currency: string
  source: string
  posted_at: Timestamp
}

/** E-mail addresses left on the landing page. Write-only for visitors. */
export interface Leads {
  id: Optional<string>
  email: string
  created_at: Optional<Timestamp>
}

/** Health data: the lessons assigned to a patient, why, and when they were completed. References the assigned version. */
export interface LessonAssignments {
  id: Optional<string>
  clinic_id: string
  patient_id: string
  item_id: string
  version_id: string
  reason: Optional<string>
  due_on: ColumnType<string | null, string | null | undefined, string | null>
  opens_at: Timestamp
  assigned_by: ColumnType<string | null, string | null | undefined, string | null>
  assigned_at: Timestamp
  notified_at: ColumnType<Date | null, Date | string | null | undefined, Date | string | null>
  completed_at: ColumnType<Date | null, Date | string | null | undefined, Date | string | null>
  withdrawn_at: ColumnType<Date | null, Date | string | null | undefined, Date | string | null>
  enrollment_id: ColumnType<string | null, string | null | undefined, string | null>
  session_id: ColumnType<string | null, string | null | undefined, string | null>
}

/** The last request of each member in a clinic, at most an hour old. */
export interface MembershipActivity {
  clinic_id: string
  membership_id: string
  last_active_at: Timestamp
}

/** Health data: what the team notes in a patient's conversation, for the team alone. Its text never changes. */
export interface MessageNotes {
  id: Optional<string>
  clinic_id: string
  patient_id: string
  author_id: ColumnType<string | null, string | null | undefined, string | null>
  body: string
  attempt: string
  written_at: Timestamp
  removed_at: ColumnType<Date | null, Date | string | null | undefined, Date | string | null>
}

/** How soon a clinic promises to answer messages, and the text for patients while it is away. Without a row it promises nothing. */
export interface MessageSettings {
  clinic_id: string
  reply_within: ColumnType<string | null, string | null | undefined, string | null>
  away_text: ColumnType<string | null, string | null | undefined, string | null>
  away_from: ColumnType<string | null, string | null | undefined, string | null>
  away_until: ColumnType<string | null, string | null | undefined, string | null>
  version: Optional<number>
  updated_at: Timestamp
}

/** Health data: the state of a patient's conversation with the clinic. One per patient; there is none before the first message. */
export interface MessageThreads {
  clinic_id: string
  patient_id: string
  last_number: Optional<number>
  last_from: ColumnType<string | null, string | null | undefined, string | null>
  last_message_at: Timestamp
  clinic_read: Optional<number>
  clinic_read_at: ColumnType<Date | null, Date | string | null | undefined, Date | string | null>
  clinic_unread: Optional<number>
  patient_read: Optional<number>
  patient_read_at: ColumnType<Date | null, Date | string | null | undefined, Date | string | null>
  patient_unread: Optional<number>
  assignee_id: ColumnType<string | null, string | null | undefined, string | null>
  closed_at: ColumnType<Date | null, Date | string | null | undefined, Date | string | null>
  closed_by: ColumnType<string | null, string | null | undefined, string | null>
}

/** Health data: a message between a patient and the clinic. Never changed. */
export interface Messages {
  id: Optional<string>
  clinic_id: string
  patient_id: string
  number: number
  from_side: string
  author_id: ColumnType<string | null, string | null | undefined, string | null>
  author_name: string
  body: string
  attempt: string
  sent_at: Timestamp
}

/** How a team member is notified of each event. Without a row, the defaults of the columns apply (app.notice_channel()). */
export interface NoticePreferences {
  clinic_id: string
  user_id: string
  patient_messages: Optional<string>
  appointment_updates: Optional<string>
  system_alerts: Optional<string>
  task_assignments: Optional<string>
  daily_summary: Optional<string>
  important_alerts: Optional<string>
  version: Optional<number>
  updated_at: Timestamp
}

/** The cards and bank accounts of a patient at the clinic's own Stripe account, as last read from there. */
export interface PatientCards {
  id: Optional<string>
  clinic_id: string
  patient_id: string
  stripe_method: string
  brand: string
  last4: string
  exp_month: ColumnType<number | null, number | null | undefined, number | null>
  exp_year: ColumnType<number | null, number | null | undefined, number | null>
  is_default: Optional<boolean>
  added_at: Optional<Timestamp>
}

/** A patient as a customer of the clinic's own Stripe account, with the card shown to them. */
export interface PatientCustomers {
  clinic_id: string
  patient_id: string
  stripe_account: string
  stripe_customer: string
  card_brand: ColumnType<string | null, string | null | undefined, string | null>
  card_last4: ColumnType<string | null, string | null | undefined, string | null>
  card_exp_month: ColumnType<number | null, number | null | undefined, number | null>
  card_exp_year: ColumnType<number | null, number | null | undefined, number | null>
  read_no: Optional<number>
  created_at: Optional<Timestamp>
  gone_at: ColumnType<Date | null, Date | string | null | undefined, Date | string | null>
  card_method: ColumnType<string | null, string | null | undefined, string | null>
  chosen_method: ColumnType<string | null, string | null | undefined, string | null>
  chosen_at: ColumnType<Date | null, Date | string | null | undefined, Date | string | null>
  credit_cents: Optional<number>
  unused_credit_cents: Optional<number>
  credit_changes: Optional<number>
}

/** Health data: how to reach a patient of a clinic, and when they were born. At most one row per patient; its patient writes it. */
export interface PatientDetails {
  clinic_id: string
  patient_id: string
  phone: ColumnType<string | null, string | null | undefined, string | null>
  date_of_birth: ColumnType<string | null, string | null | undefined, string | null>
  address: ColumnType<string | null, string | null | undefined, string | null>
  city: ColumnType<string | null, string | null | undefined, string | null>
  state: ColumnType<string | null, string | null | undefined, string | null>
  zip_code: ColumnType<string | null, string | null | undefined, string | null>
  version: Optional<number>
  updated_at: Timestamp
}

/** Health data: a file about a patient, attached to a message, uploaded to a form or stored in the record. A caller who may read this row may read the file. */
export interface PatientFiles {
  file_id: string
  clinic_id: string
  patient_id: string
  kind: string
  name: string
  media_type: ColumnType<string | null, string | null | undefined, string | null>
  size_bytes: number
  uploaded_by: string
  attached_at: ColumnType<Date | null, Date | string | null | undefined, Date | string | null>
  created_at: Optional<Timestamp>
  shared_at: ColumnType<Date | null, Date | string | null | undefined, Date | string | null>
  message_id: ColumnType<string | null, string | null | undefined, string | null>
  form_request_id: ColumnType<string | null, string | null | undefined, string | null>
  form_field_id: ColumnType<string | null, string | null | undefined, string | null>
  dispute_id: ColumnType<string | null, string | null | undefined, string | null>
  evidence_of: ColumnType<string | null, string | null | undefined, string | null>
}

/** Health data: who may act for a minor patient, from when until when, and who agreed. Rows are ended, never deleted. */
export interface PatientGuardians {
  id: Optional<string>
  clinic_id: string
  patient_id: string
  email: string
  full_name: string
  user_id: ColumnType<string | null, string | null | undefined, string | null>
  access: string
  until_on: ColumnType<string | null, string | null | undefined, string | null>
  agreed_by: string
  added_by: ColumnType<string | null, string | null | undefined, string | null>
  created_at: Timestamp
  expires_at: Timestamp
  accepted_at: ColumnType<Date | null, Date | string | null | undefined, Date | string | null>
  end_asked_at: ColumnType<Date | null, Date | string | null | undefined, Date | string | null>
  limited_at: ColumnType<Date | null, Date | string | null | undefined, Date | string | null>
  ended_at: ColumnType<Date | null, Date | string | null | undefined, Date | string | null>
  ended_by: ColumnType<string | null, string | null | undefined, string | null>
  ended_because: ColumnType<string | null, string | null | undefined, string | null>
}

/** Health data: a patient's emergency contact, allergies, medications and conditions, as given to this clinic. At most one row per patient. */
export interface PatientHealth {
  clinic_id: string
  patient_id: string
  emergency_contact: ColumnType<string | null, string | null | undefined, string | null>
  emergency_phone: ColumnType<string | null, string | null | undefined, string | null>
  allergies: ColumnType<string | null, string | null | undefined, string | null>
  medications: ColumnType<string | null, string | null | undefined, string | null>
  medical_conditions: ColumnType<string | null, string | null | undefined, string | null>
  version: Optional<number>
  updated_at: Timestamp
}

/** Health data: one person cared for by one clinic. Being a patient says something about a person's health. */
export interface Patients {
  id: Optional<string>
  clinic_id: string
  user_id: ColumnType<string | null, string | null | undefined, string | null>
  full_name: string
  email: ColumnType<string | null, string | null | undefined, string | null>
  created_at: Optional<Timestamp>
  updated_at: Optional<Timestamp>
  merged_into: ColumnType<string | null, string | null | undefined, string | null>
}

/** One attempt to charge a card or bank account for an invoice, as Stripe last showed it, or one payment at the desk (docs/decisions/0188). */
export interface Payments {
  id: string
  clinic_id: string
  stripe_account: string
  invoice_id: string
  patient_id: string
  status: string
  amount_cents: number
  refunded_cents: Optional<number>
  currency: string
  failure_code: ColumnType<string | null, string | null | undefined, string | null>
  card_brand: ColumnType<string | null, string | null | undefined, string | null>
  card_last4: ColumnType<string | null, string | null | undefined, string | null>
  charged_at: Timestamp
  method: Optional<string>
  reference: ColumnType<string | null, string | null | undefined, string | null>
  audited_at: ColumnType<Date | null, Date | string | null | undefined, Date | string | null>
  read_no: Optional<number>
}

/** A clinic's own Stripe account: the clinic is the merchant, Carefold never holds patients' money. */
export interface PayoutAccounts {
  clinic_id: string
  stripe_account: string
  details_submitted: Optional<boolean>
  charges_enabled: Optional<boolean>
  payouts_enabled: Optional<boolean>
  requirements_due: Optional<string[]>
  requirements_past_due: Optional<string[]>
  disabled_reason: ColumnType<string | null, string | null | undefined, string | null>
  disconnected_at: ColumnType<Date | null, Date | string | null | undefined, Date | string | null>
  state: GeneratedAlways<string>
  read_no: Optional<number>
  swept_until: ColumnType<Date | null, Date | string | null | undefined, Date | string | null>
  created_at: Optional<Timestamp>
  updated_at: Optional<Timestamp>
  bank_debits: Optional<boolean>
  bank_debit_capability: ColumnType<string | null, string | null | undefined, string | null>
  merchant_code: ColumnType<string | null, string | null | undefined, string | null>
}

/** A transfer from a clinic's Stripe balance to its bank, as Stripe last showed it. */
export interface Payouts {
  id: string
  clinic_id: string
  status: string
  amount_cents: number
  currency: string
  is_automatic: boolean
  sent_at: Timestamp
  arrives_on: string
  statement_text: ColumnType<string | null, string | null | undefined, string | null>
  failure_code: ColumnType<string | null, string | null | undefined, string | null>
  is_itemized: Optional<boolean>
  payments_count: Optional<number>
  read_no: Optional<number>
}

/** Health data: what the team notes about a patient, for the team alone. */
export interface PersonNotes {
  id: Optional<string>
  clinic_id: string
  patient_id: string
  author_id: ColumnType<string | null, string | null | undefined, string | null>
  body: string
  version: Optional<number>
  created_at: Timestamp
  updated_at: Timestamp
  removed_at: ColumnType<Date | null, Date | string | null | undefined, Date | string | null>
}

/** The agreement of a payer before paying, word for word. Append-only: another version of a plan needs another agreement (docs/domain-rules.md rule 17). */
export interface PlanAgreements {
  id: Optional<string>
  clinic_id: string
  patient_id: string
  plan_id: string
  version_id: string
  wording_version: string
  wording: string
  signed_name: string
  signed_at: Timestamp
  attempt: string
  actor_id: ColumnType<string | null, string | null | undefined, string | null>
  request_id: ColumnType<string | null, string | null | undefined, string | null>
}

/** A price of a plan. Immutable: a changed amount is a new price, so that agreed prices stay readable. */
export interface PlanPrices {
  id: Optional<string>
  clinic_id: string
  plan_id: string
  role: Optional<string>
  interval: string
  amount_cents: number
  currency: string
  stripe_price: ColumnType<string | null, string | null | undefined, string | null>
  is_active: Optional<boolean>
  created_at: Optional<Timestamp>
  version_id: ColumnType<string | null, string | null | undefined, string | null>
  is_published: Optional<boolean>
}

/** The terms of a published plan, with its prices. Immutable: a change is a new version, for new members. */
export interface PlanVersions {
  id: Optional<string>
  clinic_id: string
  plan_id: string
  number: number
  name: string
  description: Optional<string>
  includes: Optional<string[]>
  published_at: Timestamp
  superseded_at: ColumnType<Date | null, Date | string | null | undefined, Date | string | null>
  excludes: Optional<string[]>
  child_age_limit: Optional<number>
  trial_days: Optional<number>
  max_pause_months: Optional<number>
  leaving_refund: Optional<string>
  is_published: Optional<boolean>
}

/** One membership plan of one clinic. A closed plan takes no new members; those who hold it keep it. */
export interface Plans {
  id: Optional<string>
  clinic_id: string
  kind: string
  name: string
  description: Optional<string>
  includes: Optional<string[]>
  status: Optional<string>
  stripe_product: ColumnType<string | null, string | null | undefined, string | null>
  published_at: ColumnType<Date | null, Date | string | null | undefined, Date | string | null>
  closed_at: ColumnType<Date | null, Date | string | null | undefined, Date | string | null>
  created_at: Optional<Timestamp>
  updated_at: Optional<Timestamp>
  excludes: Optional<string[]>
  child_age_limit: Optional<number>
  trial_days: Optional<number>
  archived_at: ColumnType<Date | null, Date | string | null | undefined, Date | string | null>
  max_pause_months: Optional<number>
  leaving_refund: Optional<string>
}

/** The amounts of a fact per account. They sum to zero, which is checked when the transaction commits. */
export interface Postings {
  clinic_id: string
  journal_id: number
  account: string
  amount_cents: number
}

/** The plan that an imported patient had in another system, and until when it is paid; they join it themselves. */
export interface PreparedPlans {
  clinic_id: string
  patient_id: string
  plan_id: string
  price_id: string
  paid_until: ColumnType<string | null, string | null | undefined, string | null>
  created_at: Timestamp
}

/** Personal details from Settings, at most one row per account. Read by the person and by team members of the same clinic. */
export interface Profiles {
  user_id: string
  username: ColumnType<string | null, string | null | undefined, string | null>
  website: ColumnType<string | null, string | null | undefined, string | null>
  description: ColumnType<string | null, string | null | undefined, string | null>
  bio: ColumnType<string | null, string | null | undefined, string | null>
  version: Optional<number>
  updated_at: Timestamp
  team_of: Optional<string[]>
}

/** Health data: the programs that a patient is enrolled in, since when, and by whom. */
export interface ProgramEnrollments {
  id: Optional<string>
  clinic_id: string
  program_id: string
  patient_id: string
  source: string
  starts_on: string
  interval_days: number
  enrolled_by: ColumnType<string | null, string | null | undefined, string | null>
  enrolled_at: Timestamp
  ended_at: ColumnType<Date | null, Date | string | null | undefined, Date | string | null>
}

/** Patients who join one of these plans are enrolled in the program. */
export interface ProgramPlans {
  id: Optional<string>
  clinic_id: string
  program_id: string
  plan_id: string
}

/** The sessions of a program, in their order. */
export interface ProgramSessions {
  id: Optional<string>
  clinic_id: string
  program_id: string
  position: number
  title: string
  description: Optional<string>
  item_id: ColumnType<string | null, string | null | undefined, string | null>
  slides_item_id: ColumnType<string | null, string | null | undefined, string | null>
  removed_at: ColumnType<Date | null, Date | string | null | undefined, Date | string | null>
}

/** A health program of one clinic: its sessions are in program_sessions. */
export interface Programs {
  id: Optional<string>
  clinic_id: string
  title: string
  description: Optional<string>
  category: string
  emoji: string
  start: string
  starts_on: ColumnType<string | null, string | null | undefined, string | null>
  interval_days: number
  is_unchecked_example: Optional<boolean>
  example_key: ColumnType<string | null, string | null | undefined, string | null>
  author_id: ColumnType<string | null, string | null | undefined, string | null>
  changed_by: ColumnType<string | null, string | null | undefined, string | null>
  version: Optional<number>
  created_at: Timestamp
  updated_at: Timestamp
  deleted_at: ColumnType<Date | null, Date | string | null | undefined, Date | string | null>
}

/** The weekly hours of a provider, in wall times, each valid from and perhaps until a day. */
export interface ProviderHours {
  id: Optional<string>
  clinic_id: string
  provider_id: string
  day: number
  opens: string
  closes: string
  valid_from: string
  valid_until: ColumnType<string | null, string | null | undefined, string | null>
}

/** The members of a clinic's team who see patients, with the name that patients read. */
export interface Providers {
  id: Optional<string>
  clinic_id: string
  user_id: ColumnType<string | null, string | null | undefined, string | null>
  name: string
  title: Optional<string>
  types: Optional<string[]>
  takes_appointments: Optional<boolean>
  is_on_team: Optional<boolean>
  is_active: GeneratedAlways<boolean>
  version: Optional<number>
  created_at: Optional<Timestamp>
  updated_at: Optional<Timestamp>
  is_public: Optional<boolean>
}

/** A clinic's details on its receipts, from the next one on. */
export interface ReceiptDetails {
  clinic_id: string
  legal_name: string
  address: ColumnType<string | null, string | null | undefined, string | null>
  tax_id: ColumnType<string | null, string | null | undefined, string | null>
  npi: ColumnType<string | null, string | null | undefined, string | null>
  numbers_by_year: Optional<boolean>
  version: Optional<number>
  updated_at: Optional<Timestamp>
}

/** A receipt for one payment, with all that its document shows. Never changed. No client reads the names: the server creates the document. */
export interface Receipts {
  id: Optional<string>
  clinic_id: string
  number: number
  series_year: ColumnType<number | null, number | null | undefined, number | null>
  label: GeneratedAlways<string>
  payment_id: string
  invoice_id: string
  patient_id: string
  issued_at: Timestamp
  clinic_name: string
  clinic_color: string
  clinic_phone: ColumnType<string | null, string | null | undefined, string | null>
  clinic_website: ColumnType<string | null, string | null | undefined, string | null>
  time_zone: string
  patient_name: string
  patient_email: ColumnType<string | null, string | null | undefined, string | null>
  plan_name: ColumnType<string | null, string | null | undefined, string | null>
  period_start: Timestamp
  period_end: Timestamp
  invoice_number: ColumnType<string | null, string | null | undefined, string | null>
  currency: string
  amount_cents: number
  tax_cents: number
  paid_at: Timestamp
  card_brand: ColumnType<string | null, string | null | undefined, string | null>
  card_last4: ColumnType<string | null, string | null | undefined, string | null>
  clinic_legal_name: ColumnType<string | null, string | null | undefined, string | null>
  clinic_address: ColumnType<string | null, string | null | undefined, string | null>
  clinic_tax_id: ColumnType<string | null, string | null | undefined, string | null>
  clinic_npi: ColumnType<string | null, string | null | undefined, string | null>
  covered_names: ColumnType<string | null, string | null | undefined, string | null>
  tax_name: ColumnType<string | null, string | null | undefined, string | null>
  tax_rate_ppm: ColumnType<number | null, number | null | undefined, number | null>
  method: Optional<string>
  reference: ColumnType<string | null, string | null | undefined, string | null>
}

/** A refund of a payment, as Stripe last showed it. A refund can fail later. */
export interface Refunds {
  id: string
  clinic_id: string
  payment_id: string
  patient_id: string
  status: string
  amount_cents: number
  currency: string
  refunded_at: Timestamp
  reason: ColumnType<string | null, string | null | undefined, string | null>
  read_no: Optional<number>
}

/** Subdomains that a clinic has released, reserved for 180 days (docs/threats.md T9). */
export interface ReleasedSubdomains {
  subdomain: string
  clinic_id: string
  released_at: Timestamp
}

/** Rooms of a clinic, if it plans them: a visit takes its room, too. */
export interface Rooms {
  id: Optional<string>
  clinic_id: string
  name: string
  is_active: Optional<boolean>
  created_at: Optional<Timestamp>
  version: Optional<number>
  updated_at: Optional<Timestamp>
}

/** Days off, holidays of the clinic, extra hours and events that block time, in wall times of the clinic's zone. */
export interface ScheduleExceptions {
  id: Optional<string>
  clinic_id: string
  provider_id: ColumnType<string | null, string | null | undefined, string | null>
  kind: string
  title: Optional<string>
  starts_on: string
  ends_on: string
  opens: ColumnType<string | null, string | null | undefined, string | null>
  closes: ColumnType<string | null, string | null | undefined, string | null>
  created_by: ColumnType<string | null, string | null | undefined, string | null>
  created_at: Optional<Timestamp>
}

/** Rules of a clinic's scheduling. Without a row, providers' calendars contain no names. */
export interface SchedulingSettings {
  clinic_id: string
  calendar_names: Optional<boolean>
  version: Optional<number>
  updated_at: Timestamp
  visit_address: Optional<string>
  directions: Optional<string>
}

/** An identity provider that a clinic trusts for its own staff. Written only by actions, which check the certificate and the admin's second step. */
export interface SsoProviders {
  id: Optional<string>
  clinic_id: string
  name: string
  entity_id: string
  sso_url: string
  certificates: string[]
  domains: string[]
  email_attribute: ColumnType<string | null, string | null | undefined, string | null>
  name_attribute: ColumnType<string | null, string | null | undefined, string | null>
  joins_anyone: Optional<boolean>
  disabled_at: ColumnType<Date | null, Date | string | null | undefined, Date | string | null>
  removed_at: ColumnType<Date | null, Date | string | null | undefined, Date | string | null>
  created_at: Optional<Timestamp>
  updated_at: Optional<Timestamp>
}

/** The revenue lines of a statement. */
export interface StatementLines {
  journal_id: number
  clinic_id: string
  statement_id: string
  amount_cents: number
}

/** A clinic's closed month: its revenue and the amount it owes Carefold. Never changed. */
export interface Statements {
  id: Optional<string>
  clinic_id: string
  month: string
  time_zone: string
  currency: string
  policy: string
  rate_bps: number
  starts_at: Timestamp
  ends_at: Timestamp
  gross_cents: number
  refunds_cents: number
  carried_in_cents: number
  net_cents: number
  commission_cents: number
  carried_out_cents: number
  status: string
  closed_at: Timestamp
  fee_cents: ColumnType<number | null, number | null | undefined, number | null>
  members: ColumnType<number | null, number | null | undefined, number | null>
}

/** Changes of running subscriptions: requested, scheduled, done or refused. */
export interface SubscriptionChanges {
  id: Optional<string>
  clinic_id: string
  subscription_id: string
  kind: string
  state: string
  attempt: string
  quoted_cents: number
  quoted_at: Timestamp
  effective_at: Timestamp
  version_id: ColumnType<string | null, string | null | undefined, string | null>
  details: Optional<Json>
  created_at: Timestamp
  decided_at: ColumnType<Date | null, Date | string | null | undefined, Date | string | null>
}

/** The items that a subscription is billed for in each period, as Stripe last showed them. */
export interface SubscriptionItems {
  id: Optional<string>
  clinic_id: string
  subscription_id: string
  price_id: string
  stripe_item: string
  role: string
  quantity: number
  unit_cents: number
}

/** The people that a subscription covers, from when until when (dates in the clinic's zone). */
export interface SubscriptionMembers {
  id: Optional<string>
  clinic_id: string
  subscription_id: string
  patient_id: string
  role: Optional<string>
  from_on: string
  until_on: ColumnType<string | null, string | null | undefined, string | null>
  born_on: ColumnType<string | null, string | null | undefined, string | null>
  named: ColumnType<string | null, string | null | undefined, string | null>
}

/** A patient's paid plan: a copy of Stripe's data, never taken from a redirect. */
export interface Subscriptions {
  id: Optional<string>
  clinic_id: string
  owner_patient_id: string
  plan_id: string
  price_id: string
  stripe_account: string
  stripe_subscription: string
  status: string
  started_at: Timestamp
  current_period_start: Timestamp
  current_period_end: Timestamp
  cancel_at_period_end: Optional<boolean>
  pending_cancel: ColumnType<boolean | null, boolean | null | undefined, boolean | null>
  ended_at: ColumnType<Date | null, Date | string | null | undefined, Date | string | null>
  read_no: Optional<number>
  created_at: Optional<Timestamp>
  updated_at: Optional<Timestamp>
  version_id: string
  coupon_id: ColumnType<string | null, string | null | undefined, string | null>
  tax_name: ColumnType<string | null, string | null | undefined, string | null>
  tax_rate_ppm: ColumnType<number | null, number | null | undefined, number | null>
  tax_is_inclusive: ColumnType<boolean | null, boolean | null | undefined, boolean | null>
  cancel_at: ColumnType<Date | null, Date | string | null | undefined, Date | string | null>
  pending_since: ColumnType<Date | null, Date | string | null | undefined, Date | string | null>
  pending_end: ColumnType<Date | null, Date | string | null | undefined, Date | string | null>
  moves_from: ColumnType<Date | null, Date | string | null | undefined, Date | string | null>
  days_until_due: ColumnType<number | null, number | null | undefined, number | null>
}

/** Health data: a task of the team, often about a patient. Patients never see it. */
export interface Tasks {
  id: Optional<string>
  clinic_id: string
  title: string
  patient_id: ColumnType<string | null, string | null | undefined, string | null>
  assignee_id: ColumnType<string | null, string | null | undefined, string | null>
  due_on: ColumnType<string | null, string | null | undefined, string | null>
  done_at: ColumnType<Date | null, Date | string | null | undefined, Date | string | null>
  done_by: ColumnType<string | null, string | null | undefined, string | null>
  created_by: ColumnType<string | null, string | null | undefined, string | null>
  version: Optional<number>
  created_at: Timestamp
  updated_at: Timestamp
}

/** Each subscription of a clinic to one of Carefold's tiers: from when until when. */
export interface TierSubscriptions {
  id: string
  clinic_id: string
  started_at: Timestamp
  ended_at: ColumnType<Date | null, Date | string | null | undefined, Date | string | null>
  read_no: Optional<number>
}

/** Succeeded charges of a clinic's account that belong to no known patient, until an admin assigns them. */
export interface UnassignedCharges {
  id: string
  clinic_id: string
  stripe_account: string
  stripe_customer: ColumnType<string | null, string | null | undefined, string | null>
  amount_cents: number
  currency: string
  charged_at: Timestamp
  payer_name: ColumnType<string | null, string | null | undefined, string | null>
  payer_email: ColumnType<string | null, string | null | undefined, string | null>
  card_brand: ColumnType<string | null, string | null | undefined, string | null>
  card_last4: ColumnType<string | null, string | null | undefined, string | null>
  found_at: Timestamp
  patient_id: ColumnType<string | null, string | null | undefined, string | null>
  settled_at: ColumnType<Date | null, Date | string | null | undefined, Date | string | null>
}

/** Notices to a team member. Kinds, ids and counts only: the page that shows a notice adds the words. */
export interface UserNotices {
  id: Optional<string>
  clinic_id: string
  user_id: string
  event: string
  kind: string
  key: string
  patient_id: ColumnType<string | null, string | null | undefined, string | null>
  subject_id: ColumnType<string | null, string | null | undefined, string | null>
  figures: Optional<Json>
  channel: string
  noticed_at: Timestamp
  read_at: ColumnType<Date | null, Date | string | null | undefined, Date | string | null>
  mailed_at: ColumnType<Date | null, Date | string | null | undefined, Date | string | null>
}

/** The patients who get value receipts, and the price of each service without a plan. One row per clinic; without a row, no patient gets any. */
export interface ValueReceiptSettings {
  clinic_id: string
  audience: string
  prices: Json
  started_at: ColumnType<Date | null, Date | string | null | undefined, Date | string | null>
  version: number
  updated_at: Timestamp
}

/** Health data: the services that a patient used in a past period of the plan, at the prices of its end. Never changed, but for when it was opened. */
export interface ValueReceipts {
  id: Optional<string>
  clinic_id: string
  patient_id: string
  subscription_id: string
  span: string
  starts_at: Timestamp
  ends_at: Timestamp
  first_on: string
  last_on: string
  plan_name: string
  currency: string
  lines: Json
  value_cents: number
  paid_cents: number
  people: number
  is_shown: boolean
  made_at: Timestamp
  opened_at: ColumnType<Date | null, Date | string | null | undefined, Date | string | null>
}

/** Health data: the fees that a patient accepted for a visit, word for word, and the charge by the desk, at most one a visit. */
export interface VisitFees {
  id: Optional<string>
  clinic_id: string
  patient_id: string
  appointment_id: string
  type: string
  type_version: number
  late_cancel_cents: ColumnType<number | null, number | null | undefined, number | null>
  no_show_cents: ColumnType<number | null, number | null | undefined, number | null>
  currency: string
  cancel_window_hours: number
  terms: string
  accepted_at: Timestamp
  accepted_by: ColumnType<string | null, string | null | undefined, string | null>
  late_at: ColumnType<Date | null, Date | string | null | undefined, Date | string | null>
  reason: ColumnType<string | null, string | null | undefined, string | null>
  is_taxed: Optional<boolean>
  claimed_at: ColumnType<Date | null, Date | string | null | undefined, Date | string | null>
  invoice_id: ColumnType<string | null, string | null | undefined, string | null>
  charged_at: ColumnType<Date | null, Date | string | null | undefined, Date | string | null>
  charged_by: ColumnType<string | null, string | null | undefined, string | null>
  waived_at: ColumnType<Date | null, Date | string | null | undefined, Date | string | null>
  waived_by: ColumnType<string | null, string | null | undefined, string | null>
}

/** Health data: the slides shown in a visit, the current slide, and the patient's answers. */
export interface VisitLessons {
  id: Optional<string>
  clinic_id: string
  appointment_id: string
  patient_id: string
  item_id: string
  version_id: string
  slide: Optional<number>
  started_at: ColumnType<Date | null, Date | string | null | undefined, Date | string | null>
  ended_at: ColumnType<Date | null, Date | string | null | undefined, Date | string | null>
  answers: ColumnType<unknown | null, string | null | undefined, string | null>
  planned_by: ColumnType<string | null, string | null | undefined, string | null>
  shown_by: ColumnType<string | null, string | null | undefined, string | null>
  created_at: Timestamp
  updated_at: Timestamp
}

/** Health data: patients who wait for an earlier time for a kind of visit. */
export interface WaitlistEntries {
  id: Optional<string>
  clinic_id: string
  patient_id: string
  type: string
  provider_id: ColumnType<string | null, string | null | undefined, string | null>
  appointment_id: ColumnType<string | null, string | null | undefined, string | null>
  days: Optional<number[]>
  opens: ColumnType<string | null, string | null | undefined, string | null>
  closes: ColumnType<string | null, string | null | undefined, string | null>
  until: string
  status: Optional<string>
  created_at: Optional<Timestamp>
  updated_at: Optional<Timestamp>
}

/** Health data: times that were offered to patients who wait for one. An open one holds its time. */
export interface WaitlistOffers {
  id: Optional<string>
  clinic_id: string
  patient_id: string
  entry_id: string
  opening_id: string
  provider_id: string
  type: string
  starts_at: Timestamp
  time_zone: string
  duration_minutes: number
  before_minutes: number
  after_minutes: number
  status: Optional<string>
  offered_at: Timestamp
  expires_at: Timestamp
  held_until: Timestamp
  answered_at: ColumnType<Date | null, Date | string | null | undefined, Date | string | null>
}

/** An event for one endpoint, with its last attempt: ids, a kind and times. Deleted after 30 days. */
export interface WebhookDeliveries {
  id: Optional<string>
  clinic_id: string
  endpoint_id: string
  event_id: string
  kind: string
  data: Json
  occurred_at: Timestamp
  created_at: Timestamp
  status: Optional<string>
  attempts: Optional<number>
  next_attempt_at: ColumnType<Date | null, Date | string | null | undefined, Date | string | null>
  attempted_at: ColumnType<Date | null, Date | string | null | undefined, Date | string | null>
  response_code: ColumnType<number | null, number | null | undefined, number | null>
  failure: ColumnType<string | null, string | null | undefined, string | null>
  duration_ms: ColumnType<number | null, number | null | undefined, number | null>
}

/** An address that a clinic's admins have entered, to which events are sent (docs/decisions/0214). */
export interface WebhookEndpoints {
  id: Optional<string>
  clinic_id: string
  url: string
  topics: string[]
  secret: Bytes
  former_secret: ColumnType<Uint8Array | null, Uint8Array | null | undefined, Uint8Array | null>
  former_until: ColumnType<Date | null, Date | string | null | undefined, Date | string | null>
  is_enabled: Optional<boolean>
  off_reason: ColumnType<string | null, string | null | undefined, string | null>
  failing_since: ColumnType<Date | null, Date | string | null | undefined, Date | string | null>
  reads_from: Optional<Timestamp>
  created_at: Timestamp
}

/** One Stripe-shaped object of the sandbox. */
export interface SandboxObjects {
  account: string
  id: string
  object: string
  body: Json
}

export interface DB {
  'app.account_offers': AppAccountOffers
  'app.api_tokens': AppApiTokens
  'app.appearances': AppAppearances
  'app.appointment_holds': AppAppointmentHolds
  'app.audit_checks': AppAuditChecks
  'app.audit_heads': AppAuditHeads
  'app.audit_links': AppAuditLinks
  'app.audit_log': AppAuditLog
  'app.audit_subjects': AppAuditSubjects
  'app.broadcast_recipients': AppBroadcastRecipients
  'app.busy_times': AppBusyTimes
  'app.calendar_addresses': AppCalendarAddresses
  'app.checkouts': AppCheckouts
  'app.clinic_closings': AppClinicClosings
  'app.clinic_keys': AppClinicKeys
  'app.clinic_nodes': AppClinicNodes
  'app.clinic_requests': AppClinicRequests
  'app.completion_by_category': AppCompletionByCategory
  'app.contact_requests': AppContactRequests
  'app.daily_summaries': AppDailySummaries
  'app.dismissed_duplicates': AppDismissedDuplicates
  'app.dropped_months': AppDroppedMonths
  'app.entered_addresses': AppEnteredAddresses
  'app.erasures': AppErasures
  'app.file_objects': AppFileObjects
  'app.former_customers': AppFormerCustomers
  'app.legal_holds': AppLegalHolds
  'app.live_guardians': AppLiveGuardians
  'app.mails': AppMails
  'app.member_entries': AppMemberEntries
  'app.monthly_tables': AppMonthlyTables
  'app.notices': AppNotices
  'app.outbox': AppOutbox
  'app.outside_busy_times': AppOutsideBusyTimes
  'app.outside_calendar_requests': AppOutsideCalendarRequests
  'app.outside_calendars': AppOutsideCalendars
  'app.paid_plans': AppPaidPlans
  'app.patient_import_rows': AppPatientImportRows
  'app.patient_imports': AppPatientImports
  'app.patient_merges': AppPatientMerges
  'app.plan_pauses': AppPlanPauses
  'app.program_figures': AppProgramFigures
  'app.proven_addresses': AppProvenAddresses
  'app.quiet_counts': AppQuietCounts
  'app.receipt_numbers': AppReceiptNumbers
  'app.recurring_revenue': AppRecurringRevenue
  'app.reported_addresses': AppReportedAddresses
  'app.resource_effectiveness': AppResourceEffectiveness
  'app.settings': AppSettings
  'app.sso_domains': AppSsoDomains
  'app.storage_use': AppStorageUse
  'app.support_access': AppSupportAccess
  'app.text_messages': AppTextMessages
  'app.text_stops': AppTextStops
  'app.views_by_week': AppViewsByWeek
  'app.visit_calls': AppVisitCalls
  'app.visit_links': AppVisitLinks
  'app.vouched_addresses': AppVouchedAddresses
  'app.waitlist_openings': AppWaitlistOpenings
  'app.webhook_events': AppWebhookEvents
  'auth.address_changes': AuthAddressChanges
  'auth.flow_states': AuthFlowStates
  'auth.hook_calls': AuthHookCalls
  'auth.identities': AuthIdentities
  'auth.known_devices': AuthKnownDevices
  'auth.mail_cooldowns': AuthMailCooldowns
  'auth.mfa_challenges': AuthMfaChallenges
  'auth.mfa_factors': AuthMfaFactors
  'auth.mfa_recovery_codes': AuthMfaRecoveryCodes
  'auth.one_time_tokens': AuthOneTimeTokens
  'auth.rate_buckets': AuthRateBuckets
  'auth.saml_relay_states': AuthSamlRelayStates
  'auth.saml_used_assertions': AuthSamlUsedAssertions
  'auth.session_methods': AuthSessionMethods
  'auth.sessions': AuthSessions
  'auth.sign_in_failures': AuthSignInFailures
  'auth.users': AuthUsers
  'api_keys': ApiKeys
  'appointment_changes': AppointmentChanges
  'appointment_series': AppointmentSeries
  'appointment_type_plans': AppointmentTypePlans
  'appointment_types': AppointmentTypes
  'appointments': Appointments
  'audit_log': AuditLog
  'balance_movements': BalanceMovements
  'billing_addresses': BillingAddresses
  'book_accounts': BookAccounts
  'broadcasts': Broadcasts
  'care_plan_templates': CarePlanTemplates
  'care_plans': CarePlans
  'clinic_billing': ClinicBilling
  'clinic_brands': ClinicBrands
  'clinic_invoices': ClinicInvoices
  'clinic_mail': ClinicMail
  'clinic_memberships': ClinicMemberships
  'clinic_places': ClinicPlaces
  'clinic_security': ClinicSecurity
  'clinic_taxes': ClinicTaxes
  'clinics': Clinics
  'consents': Consents
  'contact_preferences': ContactPreferences
  'content_categories': ContentCategories
  'content_documents': ContentDocuments
  'content_items': ContentItems
  'content_library_shares': ContentLibraryShares
  'content_pages': ContentPages
  'content_readings': ContentReadings
  'content_version_files': ContentVersionFiles
  'content_versions': ContentVersions
  'content_views': ContentViews
  'coupons': Coupons
  'credits': Credits
  'disputes': Disputes
  'fee_agreements': FeeAgreements
  'feedback': Feedback
  'files': Files
  'form_requests': FormRequests
  'forms': Forms
  'guardian_rules': GuardianRules
  'invitations': Invitations
  'invoice_lines': InvoiceLines
  'invoices': Invoices
  'journal': Journal
  'leads': Leads
  'lesson_assignments': LessonAssignments
  'membership_activity': MembershipActivity
  'message_notes': MessageNotes
  'message_settings': MessageSettings
  'message_threads': MessageThreads
  'messages': Messages
  'notice_preferences': NoticePreferences
  'patient_cards': PatientCards
  'patient_customers': PatientCustomers
  'patient_details': PatientDetails
  'patient_files': PatientFiles
  'patient_guardians': PatientGuardians
  'patient_health': PatientHealth
  'patients': Patients
  'payments': Payments
  'payout_accounts': PayoutAccounts
  'payouts': Payouts
  'person_notes': PersonNotes
  'plan_agreements': PlanAgreements
  'plan_prices': PlanPrices
  'plan_versions': PlanVersions
  'plans': Plans
  'postings': Postings
  'prepared_plans': PreparedPlans
  'profiles': Profiles
  'program_enrollments': ProgramEnrollments
  'program_plans': ProgramPlans
  'program_sessions': ProgramSessions
  'programs': Programs
  'provider_hours': ProviderHours
  'providers': Providers
  'receipt_details': ReceiptDetails
  'receipts': Receipts
  'refunds': Refunds
  'released_subdomains': ReleasedSubdomains
  'rooms': Rooms
  'schedule_exceptions': ScheduleExceptions
  'scheduling_settings': SchedulingSettings
  'sso_providers': SsoProviders
  'statement_lines': StatementLines
  'statements': Statements
  'subscription_changes': SubscriptionChanges
  'subscription_items': SubscriptionItems
  'subscription_members': SubscriptionMembers
  'subscriptions': Subscriptions
  'tasks': Tasks
  'tier_subscriptions': TierSubscriptions
  'unassigned_charges': UnassignedCharges
  'user_notices': UserNotices
  'value_receipt_settings': ValueReceiptSettings
  'value_receipts': ValueReceipts
  'visit_fees': VisitFees
  'visit_lessons': VisitLessons
  'waitlist_entries': WaitlistEntries
  'waitlist_offers': WaitlistOffers
  'webhook_deliveries': WebhookDeliveries
  'webhook_endpoints': WebhookEndpoints
  'sandbox.objects': SandboxObjects
}

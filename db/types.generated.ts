// Generated from the migrations by `npm run schema`. Do not edit.
import type { ColumnType, GeneratedAlways } from 'kysely'

type Timestamp = ColumnType<Date, Date | string, Date | string>
type Json = ColumnType<unknown, string, string>
type Bytes = ColumnType<Uint8Array, Uint8Array, Uint8Array>
type Optional<T> = T extends ColumnType<infer S, infer I, infer U> ? ColumnType<S, I | undefined, U> : ColumnType<T, T | undefined, T>

/** One row a business action, append-only (domain-rules.md rule 33). */
export interface AppAuditLog {
  id: GeneratedAlways<number>
  clinic_id: ColumnType<string | null, string | null | undefined, string | null>
  occurred_at: Optional<Timestamp>
  actor_kind: string
  actor_id: ColumnType<string | null, string | null | undefined, string | null>
  action: string
  subject_type: ColumnType<string | null, string | null | undefined, string | null>
  subject_id: ColumnType<string | null, string | null | undefined, string | null>
  purpose: ColumnType<string | null, string | null | undefined, string | null>
  request_id: ColumnType<string | null, string | null | undefined, string | null>
  address: ColumnType<string | null, string | null | undefined, string | null>
  details: Optional<Json>
}

/** The outbox: a mail is written in the transaction that causes it, and sent by a job. */
export interface AppMails {
  id: Optional<string>
  clinic_id: ColumnType<string | null, string | null | undefined, string | null>
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
}

/** A few values of this installation, such as the development clock's offset. */
export interface AppSettings {
  name: string
  value: Json
  updated_at: Optional<Timestamp>
}

/** One way in which a person proves who they are. */
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

/** The amr claim: which proofs a session rests on, one row a method. */
export interface AuthSessionMethods {
  session_id: string
  method: string
  provider: ColumnType<string | null, string | null | undefined, string | null>
  used_at: Timestamp
}

/** One signed-in device. Deleting the row ends it everywhere with the next request. */
export interface AuthSessions {
  id: Optional<string>
  user_id: string
  aal: Optional<string>
  refresh_key: Bytes
  refresh_counter: Optional<number>
  refreshed_at: ColumnType<Date | null, Date | string | null | undefined, Date | string | null>
  not_after: ColumnType<Date | null, Date | string | null | undefined, Date | string | null>
  user_agent: ColumnType<string | null, string | null | undefined, string | null>
  ip: ColumnType<string | null, string | null | undefined, string | null>
  created_at: Optional<Timestamp>
  updated_at: Optional<Timestamp>
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
  is_anonymous: Optional<boolean>
  app_metadata: Optional<Json>
  user_metadata: Optional<Json>
  new_email: ColumnType<string | null, string | null | undefined, string | null>
  new_phone: ColumnType<string | null, string | null | undefined, string | null>
  email_change_half: Optional<number>
  invited_at: ColumnType<Date | null, Date | string | null | undefined, Date | string | null>
  confirmation_sent_at: ColumnType<Date | null, Date | string | null | undefined, Date | string | null>
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

/** Who belongs to a clinic, as what. A paid plan is a subscription, not this. */
export interface ClinicMemberships {
  id: Optional<string>
  clinic_id: string
  user_id: ColumnType<string | null, string | null | undefined, string | null>
  role: string
  status: Optional<string>
  is_owner: Optional<boolean>
  is_read_only: Optional<boolean>
  suspended_at: ColumnType<Date | null, Date | string | null | undefined, Date | string | null>
  ended_at: ColumnType<Date | null, Date | string | null | undefined, Date | string | null>
  created_at: Optional<Timestamp>
  updated_at: Optional<Timestamp>
}

/** One tenant. Every column is public: the specification's visitors select all of them by subdomain. What is not public has its own table. */
export interface Clinics {
  id: Optional<string>
  name: string
  subdomain: string
  time_zone: Optional<string>
  currency: Optional<string>
  color: Optional<string>
  tagline: ColumnType<string | null, string | null | undefined, string | null>
  website: ColumnType<string | null, string | null | undefined, string | null>
  about: ColumnType<string | null, string | null | undefined, string | null>
  phone: ColumnType<string | null, string | null | undefined, string | null>
  profile_completed_at: ColumnType<Date | null, Date | string | null | undefined, Date | string | null>
  join_page_viewed_at: ColumnType<Date | null, Date | string | null | undefined, Date | string | null>
  created_at: Optional<Timestamp>
  updated_at: Optional<Timestamp>
}

/** An offer of a role to one address: single use, 72 hours, never above the inviter. */
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
  revoked_at: ColumnType<Date | null, Date | string | null | undefined, Date | string | null>
  created_at: Optional<Timestamp>
}

/** Addresses left on the landing page. Write only for visitors. */
export interface Leads {
  id: Optional<string>
  email: string
  created_at: Optional<Timestamp>
}

/** One person cared for by one clinic. */
export interface Patients {
  id: Optional<string>
  clinic_id: string
  user_id: ColumnType<string | null, string | null | undefined, string | null>
  full_name: string
  email: ColumnType<string | null, string | null | undefined, string | null>
  created_at: Optional<Timestamp>
  updated_at: Optional<Timestamp>
}

/** Names given up by a clinic, held back for 180 days (threats.md T9). */
export interface ReleasedSubdomains {
  subdomain: string
  clinic_id: string
  released_at: Timestamp
}

export interface DB {
  'app.audit_log': AppAuditLog
  'app.mails': AppMails
  'app.settings': AppSettings
  'auth.identities': AuthIdentities
  'auth.session_methods': AuthSessionMethods
  'auth.sessions': AuthSessions
  'auth.users': AuthUsers
  'clinic_memberships': ClinicMemberships
  'clinics': Clinics
  'invitations': Invitations
  'leads': Leads
  'patients': Patients
  'released_subdomains': ReleasedSubdomains
}

/** A statement that reads a tenant table without a condition on the clinic, with the reason. */
export interface StatementWithoutClinic {
  table: string
  /** The function of the statement... */
  within?: string
  /** ...or the statement's beginning. */
  begins?: string
  because: string
  /** With more rows Postgres uses the clinic, which is in the statement. */
  whenSmall?: boolean
}

const stripe = 'Stripe’s id leads to the clinic: with more than one Postgres, by a reference table'
const person = 'what a person has in all their clinics, by an index on the person'

/** All others name the clinic, so that a database distributed by clinic queries one node (docs/scaling.md 5). */
export const statementsWithoutClinic: StatementWithoutClinic[] = [
  { table: 'patients', within: 'public.audit_log_for_me', because: person },
  { table: 'audit_log', within: 'public.sign_ins_for_me', because: person },
  { table: 'patients', begins: 'update "patients" set "email" = $1', because: person },
  {
    table: 'audit_log',
    within: 'app.looks_at',
    because: 'rows found by clinic and patient, joined by their id',
    whenSmall: true,
  },
  {
    table: 'clinic_memberships',
    begins: 'select "clinic_id", "role", "status" from "clinic_memberships" where "user_id"',
    because: person,
  },
  { table: 'clinic_memberships', within: 'app.keep_entries_of_user', because: person },
  { table: 'clinic_memberships', within: 'app.copy_memberships_of', because: person },
  { table: 'clinic_memberships', within: 'app.copy_memberships_to_new_row', because: person },
  { table: 'files', within: 'app.copy_memberships_of', because: 'an avatar is of no clinic' },
  {
    table: 'clinic_memberships',
    within: 'app.refresh_member_entries',
    because: 'memberships of one person, by their ids',
  },
  {
    table: 'clinic_memberships',
    within: 'public.get_users_by_ids',
    because: 'people of the caller’s own clinic, by their ids',
    whenSmall: true,
  },
  {
    table: 'clinic_memberships',
    within: 'app.member_names',
    because: 'members found by clinic, by their ids',
  },
  { table: 'invitations', within: 'app.own_invitations', because: person },
  {
    table: 'sso_providers',
    begins: 'select "sso_providers"."clinic_id" from "auth"."users"',
    because: 'the provider of one account, by its id',
  },
  {
    table: 'files',
    begins: 'delete from "files" where "id"',
    because: 'a file may be a person’s, of no clinic',
  },
  {
    table: 'plans',
    within: 'app.find_clinics',
    because: 'clinics that sell plans, for visitors who search',
    whenSmall: true,
  },
  { table: 'released_subdomains', within: 'app.open_clinic', because: 'a name, over all clinics' },
  {
    table: 'clinic_billing',
    begins: 'select "clinic_id" from "clinic_billing" where "stripe_customer"',
    because: stripe,
  },
  { table: 'clinic_billing', begins: 'select "clinic_id", "card_method", "card_read_no"', because: stripe },
  {
    table: 'payout_accounts',
    begins: 'select "clinic_id", "state", "read_no" from "payout_accounts"',
    because: stripe,
  },
  { table: 'payout_accounts', begins: 'update "payout_accounts" set "details_submitted"', because: stripe },
  {
    table: 'invoices',
    begins: 'with spans as (',
    because: 'looked up by clinic and subscription in a hash',
    whenSmall: true,
  },
  {
    table: 'subscription_changes',
    begins: 'with spans as (',
    because: 'looked up by clinic and subscription in a hash',
    whenSmall: true,
  },
]

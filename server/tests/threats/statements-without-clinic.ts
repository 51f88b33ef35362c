/** A statement that scans a tenant table without comparing its clinic with a value, with the reason. */
export interface StatementWithoutClinic {
  table: string
  /** The function of the statement... */
  within?: string
  /** ...or the statement's beginning. */
  begins?: string
  because: string
}

const person = 'what a person has in all their clinics, by an index on the person'

/**
 * All others compare each scan of a tenant table with a value, so that a database distributed by clinic queries one node
 * (docs/scaling.md 5). May only be shortened (docs/decisions/0207).
 */
export const statementsWithoutClinic: StatementWithoutClinic[] = [
  { table: 'patients', within: 'public.audit_log_for_me', because: person },
  {
    table: 'audit_log',
    within: 'public.sign_ins_for_me',
    because: 'names the value, zeros, which the condition of its index contains',
  },
  { table: 'patients', begins: 'update "patients" set "email" = $1', because: person },
  {
    table: 'clinic_memberships',
    begins: 'select "clinic_id", "role", "status" from "clinic_memberships" where "user_id"',
    because: person,
  },
  { table: 'clinic_memberships', within: 'app.follow_user', because: person },
  { table: 'clinic_memberships', within: 'app.copy_memberships_of', because: person },
  { table: 'clinic_memberships', within: 'app.copy_memberships_to_new_row', because: person },
  { table: 'clinic_memberships', within: 'public.get_users_by_ids', because: person },
  { table: 'invitations', within: 'app.own_invitations', because: 'invitations to a person’s address' },
  {
    table: 'content_library_shares',
    begins: 'select "s"."clinic_id" as "clinicId", "c"."name" from "content_library_shares"',
    because: 'the clinics that share with one, by an index on the other clinic',
  },
]

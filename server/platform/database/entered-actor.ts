import type { ClinicRole, PermissionSet } from '#domain/permissions.ts'
import type { TextRow } from '../pipeline/pipeline.ts'

/** The caller as claimed by the request; not trusted: `app.enter` reads rights from rows. */
export interface Caller {
  /** From a verified access token, else null. */
  userId: string | null
  sessionId: string | null
  /** The host's subdomain, or the `x-clinic` header on hosts without one. */
  clinic: string | null
  /**
   * The access to act for a patient (`x-guardianship` header). The caller's own rights at the clinic do not apply then
   * (docs/decisions/0080).
   */
  guardianship?: string | null
  requestId: string
  address: string | null
  /** The request's units were already taken (docs/decisions/0037). */
  isPaid?: boolean
  hasJustWritten?: boolean
  /** Links back to the app stay on localhost, in development's `?c=` mode. */
  isOnLocalhost?: boolean
}

export type DatabaseRole =
  | 'anon'
  | 'authenticated'
  | 'clinic_patient'
  | 'clinic_guardian'
  | 'clinic_staff'
  | 'clinic_billing_only'
  | 'clinic_admin'

export type GuardianAccess = 'full' | 'limited'

/** The caller as found in the database. */
export interface Actor {
  userId: string | null
  sessionId: string | null
  databaseRole: DatabaseRole
  emailConfirmed: boolean
  aal: string | null
  clinicId: string | null
  clinicSubdomain: string | null
  membershipId: string | null
  /** Null for a member with the Billing role too. */
  role: ClinicRole | null
  isReadOnly: boolean
  isBillingOnly: boolean
  permissionSets: readonly PermissionSet[]
  /** The caller's own record; a guardian's ward. */
  patientId: string | null
  guardianAccess: GuardianAccess | null
}

/** Enters as the person of parameters $1 to $6; answers with the role and the fields of the setting `app.caller`. */
export const enterSql = `set_config('role', app.enter($1::uuid, $2::uuid, $3, $4, $5, $6::uuid), true) as role, current_setting('app.caller') as caller`

export function enterParams(caller: Caller): (string | null)[] {
  const { userId, sessionId, clinic, requestId, address, guardianship = null } = caller
  return [userId, sessionId, clinic, requestId, address, guardianship]
}

/** Places in `app.caller`, as `app.enter` writes them (db/migrations/0015_request_entry.sql). */
const places = {
  userId: 0,
  clinicId: 2,
  patientId: 3,
  guardianAccess: 5,
  rights: 6,
  emailConfirmed: 7,
  permissionSets: 8,
  problem: 10,
  clinicSubdomain: 11,
  membershipId: 12,
  role: 13,
} as const

type Field = (place: keyof typeof places) => string | null

function fieldsOf(entered: TextRow | undefined): Field {
  const values = entered?.caller?.split('|')
  if (!values) throw new Error('app.enter returned nothing')
  return (place) => values[places[place]] || null
}

/** Why the caller is refused, such as `session_expired`. */
export function problemOf(entered: TextRow | undefined): string | null {
  return entered ? fieldsOf(entered)('problem') : null
}

export function clinicIdOf(entered: TextRow): string | null {
  return fieldsOf(entered)('clinicId')
}

export function actorOf({ userId, sessionId }: Caller, entered: TextRow | undefined): Actor {
  const field = fieldsOf(entered)
  const databaseRole = entered?.role as DatabaseRole
  const rights = field('rights') ?? ''
  return {
    userId,
    sessionId,
    databaseRole,
    emailConfirmed: field('emailConfirmed') === 't',
    aal: field('userId') && (rights.includes('aal2') ? 'aal2' : 'aal1'),
    clinicId: field('clinicId'),
    clinicSubdomain: field('clinicSubdomain'),
    membershipId: field('membershipId'),
    role: field('role') as ClinicRole | null,
    isReadOnly: !rights.includes('write'),
    isBillingOnly: databaseRole === 'clinic_billing_only',
    permissionSets: setsOf(field('permissionSets')),
    patientId: field('patientId'),
    guardianAccess: field('guardianAccess') as GuardianAccess | null,
  }
}

const setsOf = (value: string | null) =>
  (value?.slice(1, -1).split(',').filter(Boolean) ?? []) as PermissionSet[]

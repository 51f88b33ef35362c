import { sql } from 'kysely'
import { AppError } from '#domain/errors.ts'
import { personInput } from '#domain/memberships/inputs.ts'
import { currentPlan, plansOf } from '#domain/memberships/member-list.ts'
import type { PersonView } from '#domain/memberships/person.ts'
import { action } from '#server/clinic/action.ts'
import { hasPermission } from '#server/clinic/permission.ts'
import { recordRead } from '#server/clinic/record-read.ts'
import { asSystem, type Tx } from '#server/platform/database/transactions.ts'
import { isReadByGuardian } from '../guardians/is-read-by-guardian.ts'
import { type PlanReader, readMembers, readSubscriptions } from './member-queries.ts'

/**
 * Returns a team member or patient of the clinic by membership id or record id, also a removed one or a patient without
 * an account.
 * @throws AppError `not_found`
 */
export const person = action({
  name: 'person',
  input: personInput,
  access: 'patients:read',
  system: 'names of members are found before the second step, in a list that no caller reads',
  async run(tx, ctx, { personId: id }): Promise<PersonView> {
    const reader = { now: ctx.now(), seesMoney: await hasPermission(tx, ctx.actor, 'money:read') }
    const found = await asSystem(tx, async () => {
      const standing = await standingRecord(tx, ctx.clinicId, id)
      const membershipId = await membershipOf(tx, ctx.clinicId, standing)
      const one = membershipId
        ? await readMember(tx, ctx.clinicId, membershipId, reader)
        : await readRecord(tx, ctx.clinicId, standing, reader)
      if (!one) return one
      const emailReport = await readEmailReport(tx, ctx.clinicId, one.email)
      if (!one.patientId) return { ...one, emailReport }
      return {
        ...one,
        emailReport,
        isReadByGuardian: await isReadByGuardian(tx, ctx.clinicId, one.patientId),
      }
    })
    if (!found) throw new AppError('not_found')
    if (found.patientId) await recordRead(tx, ['patients'], [found.patientId], 'person')
    return found
  },
})

/** Follows merges to the current record; any other id stays (docs/decisions/0133). */
async function standingRecord(tx: Tx, clinicId: string, id: string): Promise<string> {
  const row = await tx
    .selectFrom('patients')
    .select('merged_into')
    .where('clinic_id', '=', clinicId)
    .where('id', '=', id)
    .where('merged_into', 'is not', null)
    .executeTakeFirst()
  return row?.merged_into ? standingRecord(tx, clinicId, row.merged_into) : id
}

/** The membership with this id, or the last one of the record's patient. */
async function membershipOf(tx: Tx, clinicId: string, id: string): Promise<string | null> {
  const { rows } = await sql<{ id: string }>`
    select m.id from public.clinic_memberships m where m.clinic_id = ${clinicId} and m.id = ${id}
    union all
    (select m.id from public.patients p
       join public.clinic_memberships m on m.clinic_id = p.clinic_id and (m.user_id = p.user_id or m.patient_id = p.id)
      where p.clinic_id = ${clinicId} and p.id = ${id}
      order by m.ended_at is not null, m.created_at desc limit 1)
    limit 1`.execute(tx)
  return rows[0]?.id ?? null
}

async function readEmailReport(tx: Tx, clinicId: string, email: string): Promise<PersonView['emailReport']> {
  const row = await tx
    .selectFrom('app.reported_addresses')
    .select(['report', 'reported_at'])
    .where('clinic_id', '=', clinicId)
    .where('address', '=', email.toLowerCase())
    .executeTakeFirst()
  return row
    ? {
        report: row.report as 'no_address' | 'complaint',
        reportedAt: row.reported_at.toISOString(),
      }
    : null
}

async function readMember(
  tx: Tx,
  clinicId: string,
  membershipId: string,
  reader: PlanReader,
): Promise<PersonView | null> {
  const [member] = await readMembers(tx, clinicId, [membershipId], reader)
  if (!member) return null
  const { id, ...person } = member
  return { ...person, membershipId: id, isReadByGuardian: false, emailReport: null }
}

/** A patient entered by the clinic, without membership and account (docs/domain-rules.md rule 28). */
async function readRecord(
  tx: Tx,
  clinicId: string,
  patientId: string,
  reader: PlanReader,
): Promise<PersonView | null> {
  const record = await tx
    .selectFrom('patients')
    .select(['full_name', 'email', 'created_at'])
    .where('clinic_id', '=', clinicId)
    .where('id', '=', patientId)
    .executeTakeFirst()
  if (!record) return null
  const subscriptions = (await readSubscriptions(tx, clinicId, [patientId], reader)).get(patientId) ?? []
  const { full_name, email } = record
  const patient = { id: patientId, user_id: null, full_name, email, subscriptions }
  return {
    membershipId: null,
    isReadByGuardian: false,
    emailReport: null,
    userId: null,
    patientId,
    name: full_name,
    email: email ?? '',
    role: 'patient',
    status: 'active',
    isOwner: false,
    isReadOnly: false,
    isBillingOnly: false,
    permissionSets: [],
    suspendedAt: null,
    endedAt: null,
    joinedAt: record.created_at.toISOString(),
    lastActiveAt: null,
    invitation: null,
    plan: currentPlan(patient, reader.now),
    plans: plansOf(patient, reader.now),
    plansToCancel: [],
  }
}

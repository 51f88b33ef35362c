import { type RawBuilder, sql } from 'kysely'
import type { MemberFilter } from '#domain/memberships/inputs.ts'
import {
  listedRoles,
  listedStatuses,
  listedSubscription,
  type MemberPlan,
  type MemberView,
  memberView,
  type PatientPlans,
  plansOf,
} from '#domain/memberships/member-list.ts'
import type { MembershipStatus } from '#domain/memberships/memberships.ts'
import { searchTerms } from '#domain/memberships/search-terms.ts'
import type { ClinicRole, PermissionSet } from '#domain/permissions.ts'
import type { PlanFacts } from '#domain/subscriptions/plan-standing.ts'
import type { SubscriptionStatus } from '#domain/subscriptions/subscriptions.ts'
import { fold } from '#domain/values/fold.ts'
import type { Tx } from '#server/platform/database/transactions.ts'

export interface ListPlace {
  after?: string
  before?: string
}

/**
 * The filtered memberships from a place on, newest first, at most `limit`; `before` gives the ones right before. Role
 * `system`: the permission was checked.
 */
export async function listedMemberships(
  tx: Tx,
  clinicId: string,
  filter: MemberFilter,
  { after, before }: ListPlace,
  limit: number,
): Promise<string[]> {
  const conditions = [sql`e.clinic_id = ${clinicId}`, ...filterConditions(filter)]
  const cursor = before ?? after
  if (cursor) {
    const place = sql`(select m.created_at, m.id from public.clinic_memberships m
                        where m.clinic_id = ${clinicId} and m.id = ${cursor})`
    conditions.push(
      before
        ? sql`(e.created_at, e.membership_id) > ${place}`
        : sql`(e.created_at, e.membership_id) < ${place}`,
    )
  }
  const direction = before ? sql`asc` : sql`desc`
  const { rows } = await sql<{ membership_id: string }>`
    select e.membership_id from app.member_entries e
     where ${sql.join(conditions, sql` and `)}
     order by e.created_at ${direction}, e.membership_id ${direction}
     limit ${limit}`.execute(tx)
  const ids = rows.map(({ membership_id }) => membership_id)
  return before ? ids.reverse() : ids
}

function filterConditions(filter: MemberFilter): RawBuilder<unknown>[] {
  const conditions: RawBuilder<unknown>[] = []
  const statuses = listedStatuses(filter)
  const roles = listedRoles(filter.role)
  if (filter.search) conditions.push(matchesSearch(filter.search))
  // equality, so that the status index also gives the order
  if (statuses?.length === 1) conditions.push(sql`e.status = ${statuses[0]}`)
  else if (statuses) conditions.push(sql`e.status = any (${statuses}::text[])`)
  const subscription = listedSubscription(filter)
  if (subscription) conditions.push(sql`e.subscribed @> array[${subscription}]::text[]`)
  if (roles) conditions.push(sql`e.role = any (${roles}::text[])`)
  return conditions
}

/** Name, address, phone number and birthday contain the text, in any notation; without letters or digits, none do. */
export function matchesSearch(text: string): RawBuilder<boolean> {
  const terms = searchTerms(text)
  const conditions = terms.map(({ word, numbers }) => {
    const parts = word === undefined ? [] : [containsWord(word, terms.length === 1)]
    parts.push(...numbers.map((all) => sql<boolean>`e.numbers @> ${all}::text[]`))
    return sql`(${sql.join(parts, sql` or `)})`
  })
  return conditions.length > 0 ? sql<boolean>`(${sql.join(conditions, sql` and `)})` : sql<boolean>`false`
}

/**
 * The tables that a search reads, for the audit: a number also finds patients by phone and birthday.
 * @param withPhones whether phone numbers are returned
 */
export function searchedTables(text: string, withPhones = false): string[] {
  const hasNumbers = searchTerms(text).some(({ numbers }) => numbers.length > 0)
  return hasNumbers || withPhones ? ['patients', 'patient_details'] : ['patients']
}

/** With wildcards as text. */
function containsWord(word: string, isAlone: boolean): RawBuilder<boolean> {
  const typed = sql`app.fold(${word.replaceAll(/[\\%_]/g, '\\$&')})`
  const contains = sql<boolean>`e.search like '%' || ${typed} || '%'`
  if ([...fold(word)].length > 2) return contains
  // most addresses contain a given pair of letters: beside other words, only the name counts
  if (!isAlone) return sql<boolean>`e.search like '%' || ${typed} || E'%\\n%'`
  // trigrams need three letters; shorter texts have their own index
  return sql<boolean>`${contains} and app.short_parts(e.search) @> array[left(app.fold(${word}), 2)]`
}

export async function countMembers(tx: Tx, clinicId: string): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::integer as count from app.member_entries e where e.clinic_id = ${clinicId}`.execute(tx)
  return rows[0]?.count ?? 0
}

interface MemberLine {
  id: string
  user_id: string | null
  patient_id: string | null
  name: string | null
  email: string | null
  role: ClinicRole
  status: MembershipStatus
  is_owner: boolean
  is_read_only: boolean
  is_billing_only: boolean
  permission_sets: PermissionSet[]
  suspended_at: Date | null
  ended_at: Date | null
  created_at: Date
  last_active_at: Date | null
  invited_email: string | null
  invited_name: string | null
  invitation_expires_at: Date | null
}

export interface FullMember extends MemberView {
  endedAt: string | null
  plans: MemberPlan[]
}

/** Members with all columns of the list, in the order of the ids; removed ones too. Role `system`. */
export async function readMembers(
  tx: Tx,
  clinicId: string,
  membershipIds: readonly string[],
  reader: PlanReader,
): Promise<FullMember[]> {
  if (membershipIds.length === 0) return []
  const lines = await readLines(tx, clinicId, membershipIds)
  const subscriptions = await readSubscriptions(
    tx,
    clinicId,
    lines.flatMap(({ patient_id }) => patient_id ?? []),
    reader,
  )
  const lineOf = new Map(lines.map((line) => [line.id, line]))
  return membershipIds.flatMap((id) => {
    const line = lineOf.get(id)
    return line ? [memberOf(line, subscriptions.get(line.patient_id ?? '') ?? [], reader.now)] : []
  })
}

async function readLines(tx: Tx, clinicId: string, membershipIds: readonly string[]): Promise<MemberLine[]> {
  const { rows } = await sql<MemberLine>`
    select m.id, m.user_id, p.id as patient_id, n.name, n.email, m.role, m.status, m.is_owner, m.is_read_only, m.is_billing_only,
           m.permission_sets, m.suspended_at, m.ended_at, m.created_at, a.last_active_at,
           i.email as invited_email, i.name as invited_name, i.expires_at as invitation_expires_at
      from public.clinic_memberships m
      join app.member_names(${clinicId}, ${[...membershipIds]}::uuid[]) n on n.membership_id = m.id
      left join public.membership_activity a on a.clinic_id = ${clinicId} and a.membership_id = m.id
      left join public.patients p on p.clinic_id = ${clinicId} and (p.user_id = m.user_id or p.id = m.patient_id)
      left join lateral (
        select o.email, o.name, o.expires_at from public.invitations o
         where o.clinic_id = ${clinicId} and o.membership_id = m.id
           and o.accepted_at is null and o.revoked_at is null
         order by o.created_at desc limit 1) i on m.suspended_at is null and m.ended_at is null
     where m.clinic_id = ${clinicId} and m.id = any (${[...membershipIds]}::uuid[])`.execute(tx)
  return rows
}

interface PlanLine {
  id: string
  owner_patient_id: string
  status: SubscriptionStatus
  cancel_at_period_end: boolean
  cancel_at: Date | null
  pending_cancel: boolean | null
  ended_at: Date | null
  current_period_start: Date
  current_period_end: Date
  created_at: Date
  plan_name: string | null
  open_invoices: PlanFacts['open_invoices']
  is_settling: boolean
}

export interface PlanReader {
  now: Date
  seesMoney: boolean
}

/** Subscriptions by patient. Role `system`. */
export async function readSubscriptions(
  tx: Tx,
  clinicId: string,
  patientIds: readonly string[],
  { seesMoney }: PlanReader,
): Promise<Map<string, PatientPlans['subscriptions']>> {
  if (patientIds.length === 0) return new Map()
  const { rows } = await sql<PlanLine>`
    select s.id, s.owner_patient_id, s.status, s.cancel_at_period_end, s.cancel_at, s.pending_cancel, s.ended_at, s.days_until_due,
           s.current_period_start, s.current_period_end, s.created_at, v.name as plan_name,
           exists (select 1 from public.invoices i
                    where i.clinic_id = ${clinicId} and i.subscription_id = s.id and i.status = 'open'
                      and i.settles_about is not null) as is_settling,
           case when ${seesMoney} then (
             select jsonb_agg(jsonb_build_object('amount_due_cents', i.amount_due_cents, 'currency', i.currency,
                                                 'next_attempt_at', i.next_attempt_at,
                                                 'settles_about', i.settles_about, 'due_at', i.due_at))
               from public.invoices i
              where i.clinic_id = ${clinicId} and i.subscription_id = s.id and i.status = 'open') end as open_invoices
      from public.subscriptions s
      left join public.plan_versions v on v.clinic_id = s.clinic_id and v.id = s.version_id
     where s.clinic_id = ${clinicId} and s.owner_patient_id = any (${[...patientIds]}::uuid[])`.execute(tx)
  const byPatient = Map.groupBy(rows, ({ owner_patient_id }) => owner_patient_id)
  return new Map(
    [...byPatient].map(([patientId, lines]) => [
      patientId,
      lines.map(({ plan_name, pending_cancel, ...line }) => ({
        ...line,
        pending: pending_cancel === null ? null : pending_cancel ? 'cancel' : 'keep',
        cancel_at: line.cancel_at?.toISOString() ?? null,
        ended_at: line.ended_at?.toISOString() ?? null,
        current_period_start: line.current_period_start.toISOString(),
        current_period_end: line.current_period_end.toISOString(),
        created_at: line.created_at.toISOString(),
        plan: plan_name === null ? null : { name: plan_name },
      })),
    ]),
  )
}

function memberOf(line: MemberLine, subscriptions: PatientPlans['subscriptions'], now: Date): FullMember {
  const { id, user_id, name, email, role, status, is_owner, is_read_only, is_billing_only, permission_sets } =
    line
  const createdAt = line.created_at.toISOString()
  const patient = line.patient_id
    ? { id: line.patient_id, user_id, full_name: name ?? '', email, subscriptions }
    : undefined
  const view = memberView(
    {
      ...{ id, user_id, role, status, is_owner, is_read_only, is_billing_only, permission_sets },
      suspended_at: line.suspended_at?.toISOString() ?? null,
      created_at: createdAt,
      updated_at: null,
      activity: line.last_active_at ? { last_active_at: line.last_active_at.toISOString() } : null,
      invitations: line.invited_email
        ? [
            {
              ...{ id, email: line.invited_email, name: line.invited_name, created_at: createdAt },
              expires_at: line.invitation_expires_at?.toISOString() ?? createdAt,
              ...{ accepted_at: null, revoked_at: null },
            },
          ]
        : [],
    },
    { id: user_id ?? '', email, metadata: { name } },
    patient,
    now,
  )
  return { ...view, endedAt: line.ended_at?.toISOString() ?? null, plans: plansOf(patient, now) }
}

import { type RawBuilder, sql } from 'kysely'
import type { Choice, RecipientFacts } from '#domain/broadcasts/broadcasts.ts'
import { visitDays } from '#domain/broadcasts/inputs.ts'
import type { Audience } from '#domain/broadcasts/kinds.ts'
import { AppError } from '#domain/errors.ts'
import { runningStatuses } from '#domain/subscriptions/subscriptions.ts'
import { broadcastTexts } from '#domain/texts/broadcasts.ts'
import { dayMs } from '#domain/values/durations.ts'
import type { ClinicCtx } from '#server/clinic/action.ts'
import { asSystem, type Tx } from '#server/platform/database/transactions.ts'

export interface Recipient extends RecipientFacts {
  name: string
  /** As typed; decides the quiet hours. */
  state: string | null
}

/**
 * The patients of an audience, by the caller's policies, with the facts that decide who gets it.
 * @throws AppError `invalid_input` at `of` if the choice does not exist
 */
export async function readAudience(
  tx: Tx,
  { clinicId, now }: Pick<ClinicCtx, 'clinicId' | 'now'>,
  { audience, of }: { audience: Audience; of: string },
): Promise<{ name: string; recipients: Recipient[] }> {
  const name = audience === 'members' ? '' : await nameOf(tx, clinicId, { audience, of })
  const since = new Date(now().getTime() - visitDays * dayMs)
  const { rows } = await sql<{ id: string }>`
    select distinct found.patient_id as id from ${peopleOf(clinicId, { audience, of, since })} found`.execute(
    tx,
  )
  const recipients = await asSystem(tx, () =>
    readFacts(
      tx,
      clinicId,
      rows.map(({ id }) => id),
    ),
  )
  return { name, recipients }
}

/** Role `system`. Former and merged patients are left out. */
export async function readFacts(tx: Tx, clinicId: string, patientIds: string[]): Promise<Recipient[]> {
  const { rows } = await sql<Recipient>`
    select f.patient_id as "patientId", f.name, f.has_reader as "hasReader", f.email, f.is_email_gone as "isEmailGone", f.phone,
           f.is_phone_stopped as "isPhoneStopped", f.wants_email as "wantsEmail", f.wants_texts as "wantsTexts",
           f.wants_marketing as "wantsMarketing", f.state
      from app.broadcast_facts(${clinicId}, ${patientIds}::uuid[]) f`.execute(tx)
  return rows
}

function peopleOf(
  clinicId: string,
  { audience, of, since }: { audience: Audience; of: string; since: Date },
): RawBuilder<unknown> {
  if (audience === 'members' || audience === 'plan') {
    const ofPlan = audience === 'plan' ? sql`and s.plan_id = ${of}` : sql``
    return sql`(
      select unnest(array(select m.patient_id from public.subscription_members m
                           where m.clinic_id = ${clinicId} and m.subscription_id = s.id and m.until_on is null)
                    || s.owner_patient_id) as patient_id
        from public.subscriptions s
       where s.clinic_id = ${clinicId} and s.status = any (${[...runningStatuses]}::text[]) ${ofPlan})`
  }
  const chosen = audience === 'visit' ? sql`a.type = ${of}` : sql`a.provider_id = ${of}`
  return sql`(
    select a.patient_id from public.appointments a
     where a.clinic_id = ${clinicId} and a.status <> 'canceled' and a.starts_at > ${since} and ${chosen})`
}

async function nameOf(
  tx: Tx,
  clinicId: string,
  { audience, of }: { audience: Exclude<Audience, 'members'>; of: string },
): Promise<string> {
  const found = (await readChoices(tx, clinicId))[audience].find(({ key }) => key === of)
  if (found) return found.name
  throw new AppError('invalid_input', { fields: [{ path: 'of', message: broadcastTexts.problems.ofGone }] })
}

/** The plans, kinds of visits and providers of a clinic, also those that ended: patients remain. */
export async function readChoices(
  tx: Tx,
  clinicId: string,
): Promise<Record<Exclude<Audience, 'members'>, Choice[]>> {
  const [plan, visit, provider] = await Promise.all([
    tx
      .selectFrom('plans')
      .select(['id as key', 'name'])
      .where('clinic_id', '=', clinicId)
      .where('status', 'in', ['published', 'closed'])
      .orderBy('name')
      .execute(),
    tx
      .selectFrom('appointment_types')
      .select(['key', 'name'])
      .where('clinic_id', '=', clinicId)
      .orderBy('name')
      .execute(),
    tx
      .selectFrom('providers')
      .select(['id as key', 'name'])
      .where('clinic_id', '=', clinicId)
      .orderBy('name')
      .execute(),
  ])
  return { plan, visit, provider }
}

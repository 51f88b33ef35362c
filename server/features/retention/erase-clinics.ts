import { randomBytes } from 'node:crypto'
import { sql } from 'kysely'
import { closingDays } from '#domain/clinic-closing/clinic-closing.ts'
import { runningStatuses } from '#domain/subscriptions/subscriptions.ts'
import { dayMs } from '#domain/values/durations.ts'
import type { Services } from '#server/clinic/action.ts'
import type { Tx } from '#server/platform/database/transactions.ts'
import { defineJob, type JobResult } from '#server/platform/jobs/jobs.ts'
import { anonymizePatients, anonymizePayer } from './erase-patient.ts'
import { eraseFrom, tablesToErase } from './erase-rows.ts'
import { removeCardsOf } from './remove-cards.ts'

export const eraseClinicsJob = 'retention.erase-clinics'
const purpose = `job:${eraseClinicsJob}`

/**
 * Erases closed clinics at night (docs/decisions/0095): 30 days after the request, once no plan or tier runs and no
 * legal hold applies. Their address answers as unknown. The books stay without patients' names; the trail stays, by
 * ids.
 */
export function eraseClinics(services: Pick<Services, 'transactions' | 'clock' | 'log' | 'stripe'>) {
  const { transactions, clock, log } = services
  return defineJob({
    name: eraseClinicsJob,
    cron: '53 2 * * *',
    async run(): Promise<JobResult> {
      let erased = 0
      const due = await transactions.withSystem(purpose, (tx) => readDue(tx, clock.now()))
      for (const clinicId of due) {
        try {
          await removeCardsOf(services, purpose, { clinicId })
          await transactions.withSystem(purpose, (tx) => erase(tx, clinicId, clock.now()))
          erased++
        } catch (error) {
          log.error('retention.failed', { error, clinicId })
        }
      }
      if (erased < due.length) throw new Error(`${due.length - erased} clinics could not be erased`)
      return { erased }
    },
  })
}

async function readDue(tx: Tx, now: Date): Promise<string[]> {
  const running = [...runningStatuses]
  const { rows } = await sql<{ clinic_id: string }>`
    select k.clinic_id from app.clinic_closings k
     where k.withdrawn_at is null and k.erased_at is null
       and k.asked_at <= ${new Date(now.getTime() - closingDays * dayMs)}
       and not exists (select from public.subscriptions s
                        where s.clinic_id = k.clinic_id and s.status = any(${running}::text[]))
       and not exists (select from public.clinic_billing b
                        where b.clinic_id = k.clinic_id and b.subscription_status = any(${running}::text[]))
       and not exists (select from app.legal_holds h where h.clinic_id = k.clinic_id and h.released_at is null)
     order by k.asked_at, k.clinic_id`.execute(tx)
  return rows.map(({ clinic_id }) => clinic_id)
}

async function erase(tx: Tx, clinicId: string, now: Date): Promise<void> {
  const { rows } = await sql<{ subdomain: string }>`
    select c.subdomain from public.clinics c join app.clinic_closings k on k.clinic_id = c.id
     where c.id = ${clinicId} and k.withdrawn_at is null and k.erased_at is null
       for update of c, k`.execute(tx)
  const [clinic] = rows
  if (!clinic) return
  // members of its organization keep an account, without this sign-in
  await sql`update auth.users u set sso_provider_id = null
             where u.sso_provider_id in (select p.id from public.sso_providers p where p.clinic_id = ${clinicId})`.execute(
    tx,
  )
  for (const table of await tablesToErase(tx, ['convenience', 'record', 'account', 'clinic']))
    await eraseFrom(tx, table.name, { clinicId })
  // removing files has changed the counts
  await eraseFrom(tx, 'app.storage_use', { clinicId })
  await anonymizePatients(tx, clinicId)
  await anonymizePayer(tx, clinicId)
  await sql`update public.plans set status = 'closed' where clinic_id = ${clinicId} and status = 'published'`.execute(
    tx,
  )
  await sql`
    update public.clinics set name = 'Closed clinic', subdomain = ${`closed-${randomBytes(16).toString('hex')}`},
           tagline = null, website = null, about = null, phone = null, opening_hours = '[]', updated_at = ${now}
     where id = ${clinicId}`.execute(tx)
  // reserves its address while links to it exist (docs/threats.md T9)
  await tx
    .insertInto('released_subdomains')
    .values({ subdomain: clinic.subdomain, clinic_id: clinicId, released_at: now })
    .execute()
  await sql`update app.clinic_closings set erased_at = ${now}
             where clinic_id = ${clinicId} and withdrawn_at is null`.execute(tx)
  await sql`select app.write_audit('clinic.erased', 'clinic', ${clinicId}, '{}', ${clinicId}::uuid, '{}', null)`.execute(
    tx,
  )
}

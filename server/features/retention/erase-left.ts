import { sql } from 'kysely'
import { adultAge, goesOn, moneyYears, recordYears, undoDays } from '#domain/retention/retention.ts'
import { runningStatuses } from '#domain/subscriptions/subscriptions.ts'
import { dateIn } from '#domain/values/zones.ts'
import type { Services } from '#server/clinic/action.ts'
import type { Tx } from '#server/platform/database/transactions.ts'
import { defineJob, type JobResult } from '#server/platform/jobs/jobs.ts'
import { eraseLeftAccounts } from './erase-left-accounts.ts'
import { erasePatientClass, type PatientClass } from './erase-patient.ts'
import { removeCardsOf } from './remove-cards.ts'

export const eraseLeftJob = 'retention.erase-left'
const purpose = `job:${eraseLeftJob}`
/** Per class and night. */
const peopleAtATime = 200

interface LeftPatient {
  clinic_id: string
  time_zone: string
  patient_id: string
  user_id: string
  ended_at: Date
  born_on: string | null
}

/** The earliest day of a class, to find candidates by SQL; `goesOn` decides. */
const earliest: Record<PatientClass, string> = {
  convenience: `${undoDays} days`,
  record: `${recordYears} years`,
  money: `${moneyYears} years`,
}

/**
 * Erases at night, by class, what is due of patients who left a clinic (domain/retention/retention.ts), and account
 * data of former team members. Skips patients under a legal hold or with a running plan.
 */
export function eraseLeft(services: Pick<Services, 'transactions' | 'clock' | 'log' | 'stripe'>) {
  const { transactions, clock, log } = services
  return defineJob({
    name: eraseLeftJob,
    cron: '23 2 * * *',
    async run(): Promise<JobResult> {
      // the record is last, because the other classes need its patient
      const erased = { convenience: 0, money: 0, record: 0 }
      let failed = 0
      for (const kind of Object.keys(erased) as PatientClass[]) {
        const due = await transactions.withSystem(purpose, (tx) => readDue(tx, kind, clock.now()))
        for (const left of due) {
          try {
            if (kind === 'convenience')
              await removeCardsOf(services, purpose, { clinicId: left.clinic_id, patientId: left.patient_id })
            await transactions.withSystem(purpose, (tx) => erase(tx, kind, left, clock.now()))
            erased[kind]++
          } catch (error) {
            // a failure at Stripe for one patient must not stop the others
            failed++
            log.error('retention.failed', { error, patientId: left.patient_id })
          }
        }
      }
      const rowsOfAccounts = await eraseLeftAccounts({ transactions, purpose }, clock.now())
      if (failed > 0) throw new Error(`${failed} patients could not be erased`)
      return { ...erased, rowsOfAccounts }
    },
  })
}

async function readDue(tx: Tx, kind: PatientClass, now: Date): Promise<LeftPatient[]> {
  const { rows } = await sql<LeftPatient>`
    select p.clinic_id, c.time_zone, p.id as patient_id, p.user_id, left_at.ended_at, d.date_of_birth::text as born_on
      from public.patients p
      join public.clinics c on c.id = p.clinic_id
      left join public.patient_details d on d.clinic_id = p.clinic_id and d.patient_id = p.id
      -- as JavaScript writes instants: one that SQL wrote has microseconds
      join lateral (select date_trunc('milliseconds', max(m.ended_at)) as ended_at from public.clinic_memberships m
                     where m.clinic_id = p.clinic_id and (m.user_id = p.user_id or m.patient_id = p.id)) left_at on true
     where left_at.ended_at <= ${now}::timestamptz - ${earliest[kind]}::interval
       -- a child's record stays longer
       and (${kind !== 'record'} or d.date_of_birth is null
            or d.date_of_birth + make_interval(years => ${adultAge + recordYears}) <= ${now}::timestamptz)
       and not exists (select from public.clinic_memberships m
                        where m.clinic_id = p.clinic_id and (m.user_id = p.user_id or m.patient_id = p.id) and m.ended_at is null)
       and not exists (select from app.legal_holds h
                        where h.clinic_id = p.clinic_id and h.patient_id = p.id and h.released_at is null)
       and not exists (select from app.erasures e
                        where e.clinic_id = p.clinic_id and e.patient_id = p.id and e.class = ${kind}
                          and e.ended_at = left_at.ended_at)
       -- a paid plan runs until its end
       and not exists (select from public.subscriptions s
                        where s.clinic_id = p.clinic_id and s.owner_patient_id = p.id and s.ended_at is null
                          and s.status = any(${[...runningStatuses]}::text[]))
     order by left_at.ended_at, p.id limit ${peopleAtATime}`.execute(tx)
  return rows.filter(({ ended_at, time_zone, born_on }) => {
    const on = goesOn(kind, { endedOn: dateIn(ended_at, time_zone), bornOn: born_on })
    return on !== null && on <= dateIn(now, time_zone)
  })
}

async function erase(tx: Tx, kind: PatientClass, left: LeftPatient, now: Date): Promise<void> {
  const { clinic_id: clinicId, patient_id: patientId, user_id: userId, ended_at: endedAt } = left
  await erasePatientClass(tx, kind, { clinicId, patientId, userId })
  await tx
    .insertInto('app.erasures')
    .values({
      clinic_id: clinicId,
      patient_id: patientId,
      class: kind,
      ended_at: endedAt,
      carried_out_at: now,
    })
    .execute()
  await sql`select app.write_audit('patient.erased', 'patient', ${patientId}, jsonb_build_object('class', ${kind}::text),
    ${clinicId}::uuid, array[${patientId}::uuid], null)`.execute(tx)
}

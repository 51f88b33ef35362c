import { sql } from 'kysely'
import {
  announcedDaysBefore,
  announcementDue,
  type GuardianLevel,
  ladderOf,
} from '#domain/guardians/guardians.ts'
import { consentVersion } from '#domain/preferences/contact-preferences.ts'
import { guardianTexts } from '#domain/texts/guardians.ts'
import { preferenceTexts } from '#domain/texts/preferences.ts'
import type { Services } from '#server/clinic/action.ts'
import type { Tx } from '#server/platform/database/transactions.ts'
import { defineJob, type JobResult } from '#server/platform/jobs/jobs.ts'
import { addOwnersTask, notifyOfChange } from './access-rows.ts'

export const stepGuardiansJob = 'guardians.step'
const batch = 500

interface Access {
  id: string
  clinicId: string
  patientId: string
  granted: GuardianLevel
  untilOn: string | null
  limitedAt: Date | null
  bornOn: string | null
  today: string
  limitedFrom: number
  endsAt: number
  invites: boolean
  level: GuardianLevel | null
  hasAccount: boolean
}

/**
 * Announces changes of guardian access by a birthday or a last day 60 and 14 days before, and records them on the day,
 * in the clinic's zone (docs/domain-rules.md goal 8). Hourly. A guardian's rights do not depend on it: `app.enter`
 * checks the date.
 */
export function stepGuardians({ transactions, clock }: Pick<Services, 'transactions' | 'clock'>) {
  return defineJob({
    name: stepGuardiansJob,
    cron: '11 * * * *',
    async run(): Promise<JobResult> {
      const done = { announced: 0, limited: 0, ended: 0 }
      let after = '00000000-0000-0000-0000-000000000000'
      for (;;) {
        const last = await transactions.withSystem(`job:${stepGuardiansJob}`, async (tx) => {
          const due = await nearAStep(tx, after)
          for (const access of due) await step(tx, access, clock.now(), done)
          return due.length < batch ? null : (due.at(-1)?.id ?? null)
        })
        if (last === null) return done
        after = last
      }
    },
  })
}

/** Accesses with an unrecorded change, or one within the announcement period. */
async function nearAStep(tx: Tx, after: string): Promise<Access[]> {
  const { rows } = await sql<Access>`
    select g.id, g.clinic_id as "clinicId", g.patient_id as "patientId", g.granted, to_char(g.until_on, 'YYYY-MM-DD') as "untilOn",
           g.limited_at as "limitedAt", to_char(g.born_on, 'YYYY-MM-DD') as "bornOn", to_char(g.today, 'YYYY-MM-DD') as today,
           g.limited_from as "limitedFrom", g.ends_at as "endsAt", g.invites, g.level, p.user_id is not null as "hasAccount"
      from app.live_guardians g
      join public.patients p on p.clinic_id = g.clinic_id and p.id = g.patient_id
     where g.id > ${after}::uuid
       and (g.level is null or (g.level = 'limited' and g.granted = 'full') <> (g.limited_at is not null)
            or g.until_on < g.today + ${announcedDaysBefore[0]}::integer
            or app.age_on(g.born_on, g.today + ${announcedDaysBefore[0]}::integer) <> app.age_on(g.born_on, g.today))
     order by g.id limit ${batch}`.execute(tx)
  return rows
}

async function step(
  tx: Tx,
  access: Access,
  now: Date,
  done: { announced: number; limited: number; ended: number },
): Promise<void> {
  const { id, clinicId, patientId, today, bornOn, untilOn, granted, level } = access
  const about = { clinicId, id, patientId }
  const write = (row: { ended_at?: Date; ended_because?: string; limited_at?: Date | null }) =>
    tx
      .updateTable('patient_guardians')
      .set(row)
      .where('clinic_id', '=', clinicId)
      .where('id', '=', id)
      .where('ended_at', 'is', null)
      .execute()
  const owe = (title: string) => addOwnersTask(tx, { clinicId, patientId, title, dueOn: today }, now)

  if (level === null) {
    // an unknown date of birth grants no reads, and the access is not ended
    if (!bornOn) return
    const isDate = untilOn !== null && today > untilOn
    await write({ ended_at: now, ended_because: isDate ? 'date' : 'age' })
    await notifyOfChange(tx, { ...about, key: 'ended', when: 'changed', tellsOthers: isDate }, now)
    if (!isDate) {
      await sql`select app.ask_consents_anew(${clinicId}::uuid, ${patientId}::uuid, ${consentVersion},
                                             ${preferenceTexts.contact.ofAge.wording}, ${now})`.execute(tx)
      await oweOnce(tx, access, guardianTexts.tasks.consents, owe)
    }
    done.ended += 1
    return
  }
  const isLimitedByAge = level === 'limited' && granted === 'full'
  if (isLimitedByAge !== (access.limitedAt !== null)) {
    await write({ limited_at: isLimitedByAge ? now : null })
    await notifyOfChange(tx, { ...about, key: `${level}:${today}`, when: 'changed' }, now)
    if (isLimitedByAge && access.invites && !access.hasAccount)
      await oweOnce(tx, access, guardianTexts.tasks.invite, owe)
    done.limited += 1
  }
  const { next } = ladderOf({ granted, bornOn, untilOn }, access, today)
  const due = next && announcementDue(next, today)
  if (!next || !due) return
  await notifyOfChange(tx, { ...about, key: `${next.to}:${next.on}:${due}`, when: 'soon' }, now)
  done.announced += 1
}

/** Two guardians of one patient step on the same day: one task. */
async function oweOnce(
  tx: Tx,
  { clinicId, patientId, today }: Access,
  title: string,
  owe: (title: string) => Promise<void>,
): Promise<void> {
  const known = await tx
    .selectFrom('tasks')
    .select('id')
    .where('clinic_id', '=', clinicId)
    .where('patient_id', '=', patientId)
    .where('title', '=', title)
    .where('due_on', '=', today)
    .executeTakeFirst()
  if (!known) await owe(title)
}

import { sql } from 'kysely'
import { AppError } from '#domain/errors.ts'
import { type DetailField, detailFields, mergePatientsInput } from '#domain/patient-merges/patient-merges.ts'
import { dateIn } from '#domain/values/zones.ts'
import { action } from '#server/clinic/action.ts'
import { auditPatients } from '#server/clinic/audit.ts'
import { clinicZone } from '#server/clinic/clinic-zone.ts'
import { asSystem, type Tx } from '#server/platform/database/transactions.ts'
import { compareRecords } from './compare-records.ts'
import { lockRecords } from './lock-records.ts'
import { notifyOfChange } from './notify-of-change.ts'

/** Names in `app.choose_details`; an address has several columns. */
const detailColumns: Record<DetailField, string> = {
  bornOn: 'date_of_birth',
  phone: 'phone',
  address: 'address',
}

/**
 * Merges one patient's record into another. Links to the emptied record then lead to the other. `part-patients` undoes
 * it.
 * @returns the merge, for undoing it
 * @throws AppError `not_found`, also for a merged record or the same one
 * @throws AppError `merge_blocked` with an obstacle of `compare-patients`; `merge_ages_unchecked` for dates of birth
 * far apart, unless confirmed
 */
export const mergePatients = action({
  name: 'merge-patients',
  input: mergePatientsInput,
  access: 'patients:merge',
  system: 'holds, erasures and merged records are readable to no caller',
  run: (tx, ctx, { intoId, fromId, agesChecked }): Promise<{ mergeId: string }> =>
    asSystem(tx, async () => {
      const { clinicId } = ctx
      await lockRecords(tx, clinicId, [intoId, fromId])
      const today = dateIn(ctx.now(), await clinicZone(tx, clinicId))
      const { into, from, obstacles, yearsApart } = await compareRecords(tx, {
        clinicId,
        intoId,
        fromId,
        today,
      })
      if (obstacles.length > 0) throw new AppError('merge_blocked')
      if (yearsApart !== null && !agesChecked) throw new AppError('merge_ages_unchecked')
      // the account's user signs in with its name and address
      const named = from.hasAccount ? from : into
      const mailed = into.email === '' ? from : named
      const { rows } = await sql<{ id: string }>`
        select app.merge_patients(${clinicId}::uuid, ${fromId}::uuid, ${intoId}::uuid, ${named.name},
                                  ${mailed.email || null}, ${await accountOf(tx, clinicId, [intoId, fromId])}::uuid,
                                  '{}'::text[], ${ctx.userId}::uuid, ${ctx.now()}) as id`.execute(tx)
      const mergeId = rows[0]?.id ?? ''
      const taken = detailFields.filter((field) => into[field] === null && from[field] !== null)
      if (taken.length > 0)
        await sql`select app.choose_details(${clinicId}::uuid, ${mergeId}::uuid,
                                          ${taken.map((field) => detailColumns[field])}::text[])`.execute(tx)
      await auditPatients(tx, 'patient.merged', [intoId, fromId], { from: fromId })
      await notifyOfChange(tx, ctx, 'records_merged', { key: mergeId, patientIds: [intoId] })
      return { mergeId }
    }),
})

/** The account for the merged record: the one in use, else the earlier one. */
async function accountOf(tx: Tx, clinicId: string, ids: readonly [string, string]): Promise<string | null> {
  const { rows } = await sql<{ userId: string }>`
    select p.user_id as "userId" from public.patients p
      left join public.clinic_memberships m
        on m.clinic_id = p.clinic_id and m.user_id = p.user_id and m.ended_at is null
     where p.clinic_id = ${clinicId} and p.id = any (${[...ids]}::uuid[]) and p.user_id is not null
     order by m.id is null, p.id = ${ids[1]} limit 1`.execute(tx)
  return rows[0]?.userId ?? null
}

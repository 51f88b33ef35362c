import * as z from 'zod/mini'
import { AppError } from '#domain/errors.ts'
import { guardianIdInput, type WardView } from '#domain/guardians/guardians.ts'
import { dayMs } from '#domain/values/durations.ts'
import { action } from '#server/clinic/action.ts'
import { requireHealthDataAccess } from '#server/clinic/health-data.ts'
import { provenAddress } from '#server/clinic/proven-address.ts'
import { asSystem } from '#server/platform/database/transactions.ts'
import { ladderOfRow, lockAccess, notifyOfChange, readLadderFacts } from './access-rows.ts'

/**
 * Accepts an offer of access to a patient's record, made to the caller's confirmed address. Idempotent.
 * @throws AppError `clinic_missing`, `email_not_confirmed`; `not_found`, also for an offer to another address or an
 * ended one
 */
export const acceptGuardianship = action({
  name: 'accept-guardianship',
  input: guardianIdInput,
  access: 'signed-in',
  system: 'rules and ages decide about a guardian’s access, and the caller does not read them',
  run: (tx, ctx, { guardianId }): Promise<{ guardianId: string }> => {
    const { clinicId, userId, actor } = ctx
    if (!clinicId) throw new AppError('clinic_missing')
    if (!actor.emailConfirmed) throw new AppError('email_not_confirmed')
    return asSystem(tx, async () => {
      const now = ctx.now()
      const offer = await lockAccess(tx, clinicId, guardianId)
      if (offer.accepted_at && offer.user_id === userId) return { guardianId }
      const address = await provenAddress(tx, userId)
      const facts = await readLadderFacts(tx, clinicId, offer.patient_id, now)
      const isOpen =
        offer.accepted_at === null &&
        offer.expires_at > now &&
        address === offer.email &&
        ladderOfRow(offer, facts).level !== null
      if (!isOpen) throw new AppError('not_found')
      await tx
        .updateTable('patient_guardians')
        .set({ user_id: userId, accepted_at: now })
        .where('clinic_id', '=', clinicId)
        .where('id', '=', offer.id)
        .execute()
      await notifyOfChange(
        tx,
        {
          ...{ clinicId, id: offer.id, patientId: offer.patient_id },
          key: 'accepted',
          when: 'changed',
          tellsOthers: true,
        },
        now,
      )
      return { guardianId }
    })
  },
})

/** Days for which an ended access is listed. */
const endedDays = 60

/**
 * Returns the patients at this clinic whose record the caller can open or was offered, with the level of access. Offers
 * are returned only to a confirmed address.
 * @throws AppError `second_step_required`
 */
export const ownWards = action({
  name: 'own-wards',
  input: z.object({}),
  access: 'signed-in',
  system: 'a guardian reads no record of their patient before they act for them',
  async run(tx, ctx): Promise<{ wards: WardView[] }> {
    const { clinicId, userId, actor } = ctx
    if (!clinicId || !actor.emailConfirmed) return { wards: [] }
    return asSystem(tx, async () => {
      await requireHealthDataAccess(tx)
      const now = ctx.now()
      const address = await provenAddress(tx, userId)
      const rows = await tx
        .selectFrom('patient_guardians as g')
        .innerJoin('patients as p', (join) =>
          join.onRef('p.clinic_id', '=', 'g.clinic_id').onRef('p.id', '=', 'g.patient_id'),
        )
        .select([
          'g.id',
          'g.patient_id',
          'g.access',
          'g.until_on',
          'g.accepted_at',
          'g.expires_at',
          'g.ended_at',
        ])
        .select('p.full_name')
        .where('g.clinic_id', '=', clinicId)
        .where((where) =>
          where.or([
            where('g.user_id', '=', userId),
            where.and([
              where('g.email', '=', address ?? ''),
              where('g.accepted_at', 'is', null),
              where('g.ended_at', 'is', null),
              where('g.expires_at', '>', now),
            ]),
          ]),
        )
        .where((where) =>
          where.or([
            where('g.ended_at', 'is', null),
            where('g.ended_at', '>', new Date(now.getTime() - endedDays * dayMs)),
          ]),
        )
        .orderBy('p.full_name')
        .orderBy('g.created_at')
        .execute()
      const wards: WardView[] = []
      for (const row of rows) {
        const facts = await readLadderFacts(tx, clinicId, row.patient_id, now)
        const ladder = row.ended_at ? { level: null, next: null } : ladderOfRow(row, facts)
        if (!row.accepted_at && ladder.level === null) continue
        const state = ladder.level === null ? 'ended' : row.accepted_at ? 'active' : 'invited'
        wards.push({ id: row.id, name: row.full_name, state, ...ladder })
      }
      return { wards }
    })
  },
})

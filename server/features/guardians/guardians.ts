import { AppError } from '#domain/errors.ts'
import {
  type GuardianLevel,
  type GuardiansView,
  type GuardianView,
  guardiansInput,
} from '#domain/guardians/guardians.ts'
import { action } from '#server/clinic/action.ts'
import { requireHealthDataAccess } from '#server/clinic/health-data.ts'
import { requireOwnRecord } from '#server/clinic/own-record.ts'
import { requirePatientOf } from '#server/clinic/patients.ts'
import { requirePermission } from '#server/clinic/permission.ts'
import { recordRead } from '#server/clinic/record-read.ts'
import { asSystem } from '#server/platform/database/transactions.ts'
import { ladderOfRow, readLadderFacts } from './access-rows.ts'

/**
 * Returns a patient's guardians with level, period and next step, newest first, to the team and the patient. Addresses
 * and consents are returned to the team only.
 * @throws AppError `clinic_missing`, `not_allowed`, `email_not_confirmed`, `second_step_required`, `not_found`
 */
export const guardians = action({
  name: 'guardians',
  input: guardiansInput,
  access: 'signed-in',
  system: 'rules and ages decide about a guardian’s access, and the caller does not read them',
  async run(tx, ctx, { patientId: asked }): Promise<GuardiansView> {
    const { clinicId, actor } = ctx
    const isTeam = actor.role !== null && actor.role !== 'patient'
    if (isTeam) await requirePermission(tx, actor, 'patients:read')
    const patientId = isTeam ? asked : requireOwnRecord(ctx)
    if (!isTeam) await requireHealthDataAccess(tx)
    if (!patientId) throw new AppError('invalid_input')
    if (!isTeam && asked && asked !== patientId) throw new AppError('not_found')
    const now = ctx.now()
    const view = await asSystem(tx, async () => {
      await requirePatientOf(tx, clinicId, patientId)
      const facts = await readLadderFacts(tx, clinicId, patientId, now)
      const [rows, patient] = await Promise.all([
        tx
          .selectFrom('patient_guardians')
          .selectAll()
          .where('clinic_id', '=', clinicId)
          .where('patient_id', '=', patientId)
          .orderBy('created_at', 'desc')
          .limit(50)
          .execute(),
        tx
          .selectFrom('patients')
          .select('user_id')
          .where('clinic_id', '=', clinicId)
          .where('id', '=', patientId)
          .executeTakeFirstOrThrow(),
      ])
      const shown = isTeam ? rows : rows.filter((row) => row.accepted_at)
      return {
        guardians: shown.map((row): GuardianView => {
          const ladder = row.ended_at ? { level: null, next: null } : ladderOfRow(row, facts)
          const isOver = row.ended_at !== null || ladder.level === null
          return {
            id: row.id,
            name: row.full_name,
            email: isTeam ? row.email : null,
            agreedBy: isTeam ? row.agreed_by : null,
            state: isOver
              ? 'ended'
              : row.accepted_at
                ? 'active'
                : row.expires_at > now
                  ? 'invited'
                  : 'expired',
            granted: row.access as GuardianLevel,
            ...ladder,
            acceptedAt: row.accepted_at?.toISOString() ?? null,
            endAskedAt: row.end_asked_at?.toISOString() ?? null,
            endedAt: row.ended_at?.toISOString() ?? null,
            endedBecause: (row.ended_because as GuardianView['endedBecause']) ?? (isOver ? 'age' : null),
          }
        }),
        bornOn: facts.bornOn,
        rules: facts.rules,
        hasAccount: patient.user_id !== null,
      }
    })
    if (isTeam) await recordRead(tx, ['patient_guardians'], [patientId], 'person')
    return view
  },
})

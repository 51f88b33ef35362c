import type { NoticeKind } from '#domain/notices/notices.ts'
import type { Services } from '#server/clinic/action.ts'
import type { Tx } from '#server/platform/database/transactions.ts'
import type { Notice } from './notice.ts'
import { type Decision, notConfirmed } from './recipients.ts'

interface Fact extends Notice {
  id: string
}

type Notify = (tx: Tx, fact: Fact, notices: Services['notices']) => Promise<void>

/** Reasons for no mail that also stop the team's notice, because the state has changed. */
const overtaken = ['not due any more', 'no running plan', 'undone or over', 'not over', notConfirmed]

/**
 * Notifies the team once of a fact about a patient or an invitation: admins for the clinic, the inviter for an
 * invitation.
 * @param decision the result for the mail
 */
export async function notifyTeam(
  tx: Tx,
  fact: Fact,
  decision: Decision,
  notices: Services['notices'],
): Promise<void> {
  if ('skipped' in decision && overtaken.includes(decision.skipped)) return
  await byKind[fact.kind]?.(tx, fact, notices)
}

const byKind: Partial<Record<NoticeKind, Notify>> = {
  async patient_joined(tx, { clinicId, subjectId, id }, notices) {
    const patient = await tx
      .selectFrom('clinic_memberships as m')
      .innerJoin('patients as p', (join) =>
        join.onRef('p.clinic_id', '=', 'm.clinic_id').onRef('p.user_id', '=', 'm.user_id'),
      )
      .select('p.id')
      .where('m.clinic_id', '=', clinicId)
      .where('m.id', '=', subjectId)
      .executeTakeFirst()
    if (!patient) return
    // the inviter is notified of the accepted invitation
    const invitation = await tx
      .selectFrom('invitations')
      .select('invited_by')
      .where('clinic_id', '=', clinicId)
      .where('membership_id', '=', subjectId)
      .where('accepted_at', 'is not', null)
      .executeTakeFirst()
    const except = invitation?.invited_by ?? null
    await notices.notifyAdmins(tx, {
      clinicId,
      kind: 'patient_joined',
      key: id,
      patientId: patient.id,
      except,
    })
  },

  async payment_failed(tx, { clinicId, subjectId, id }, notices) {
    const invoice = await tx
      .selectFrom('invoices')
      .select('patient_id')
      .where('clinic_id', '=', clinicId)
      .where('id', '=', subjectId)
      .executeTakeFirstOrThrow()
    const about = { patientId: invoice.patient_id, subjectId }
    await notices.notifyAdmins(tx, { clinicId, kind: 'payment_failed', key: id, ...about })
  },

  plan_canceled: (tx, fact, notices) => aboutPlan(tx, fact, notices, 'plan_canceled'),
  plan_ended: (tx, fact, notices) => aboutPlan(tx, fact, notices, 'plan_ended'),

  async invitation_accepted(tx, { clinicId, subjectId, id }, notices) {
    const { invited_by: userId } = await tx
      .selectFrom('invitations')
      .select('invited_by')
      .where('clinic_id', '=', clinicId)
      .where('id', '=', subjectId)
      .executeTakeFirstOrThrow()
    if (userId)
      await notices.notify(tx, { clinicId, userId, kind: 'invitation_accepted', key: id, subjectId })
  },
}

async function aboutPlan(
  tx: Tx,
  { clinicId, subjectId, id }: Fact,
  notices: Services['notices'],
  kind: 'plan_canceled' | 'plan_ended',
): Promise<void> {
  const plan = await tx
    .selectFrom('subscriptions')
    .select('owner_patient_id')
    .where('clinic_id', '=', clinicId)
    .where('id', '=', subjectId)
    .executeTakeFirstOrThrow()
  await notices.notifyAdmins(tx, { clinicId, kind, key: id, patientId: plan.owner_patient_id, subjectId })
}

import { sql } from 'kysely'
import { AppError } from '#domain/errors.ts'
import { type LeavingClinic, leaveClinicInput } from '#domain/memberships/inputs.ts'
import { isOverdueStatus, runningStatuses } from '#domain/subscriptions/subscriptions.ts'
import { type ClinicCtx, outwardAction } from '#server/clinic/action.ts'
import { audit } from '#server/clinic/audit.ts'
import { requireHealthDataAccess } from '#server/clinic/health-data.ts'
import { asSystem, type Tx } from '#server/platform/database/transactions.ts'
import { settleVisits, undecidedVisits } from '../appointments/leaving/settle-visits.ts'
import { confirmAtStripe } from '../subscriptions/changes/confirm-at-stripe.ts'
import { endPlans } from '../subscriptions/ending/end-plan.ts'
import { openAmountOf, requireDecision } from '../subscriptions/open-amount.ts'
import { payOpenAmount } from '../subscriptions/pay-open-amount.ts'

/**
 * Ends the caller's membership of the clinic as a patient: access ends now, plans end with the paid period. Data is
 * erased later, each kind after its own period (docs/decisions/0084), and is restored for a patient who returns before
 * then. Without `confirmed` it returns a preview. For overdue plans `open` decides, as in cancel-subscription; `visits`
 * decides whether each visit ahead is canceled or retained.
 * @throws AppError `not_allowed` unless a patient; `email_not_confirmed`, `second_step_required`
 * @throws AppError `visits_undecided`, `open_amount_undecided`, `quote_changed`; as `payOpenAmount` does
 */
export const leaveClinic = outwardAction({
  name: 'leave-clinic',
  input: leaveClinicInput,
  access: 'signed-in',
  async run(ctx, { confirmed, open: decision, visits: decisions }): Promise<LeavingClinic> {
    const member = { user_id: ctx.userId, patient_id: null, role: 'patient' }
    const isPaying = confirmed && decision?.choice === 'pay'
    if (isPaying) {
      const { open, undecided } = await ctx.transactions.withActor(ctx.caller, async (tx) => ({
        ...(await readLeaving(tx, ctx)),
        undecided: await undecidedVisits(tx, ctx, { member, decisions }),
      }))
      if (undecided) throw new AppError('visits_undecided')
      requireDecision(open, decision)
      if (open) await payOpenAmount(ctx, open, 'card_declined')
    }
    const { leaving, recorded } = await ctx.transactions.withActor(ctx.caller, async (tx) => {
      const { membershipId, plans, open } = await readLeaving(tx, ctx)
      const found = {
        plans: plans.map(({ name, status, current_period_end, cancel_at_period_end, cancel_at }) => ({
          name,
          paidUntil: isOverdueStatus(status)
            ? null
            : ((cancel_at_period_end && cancel_at) || current_period_end).toISOString(),
        })),
        open: open && { amountCents: open.cents, currency: open.currency },
        left: confirmed,
      }
      const undecided = confirmed
        ? await settleVisits(tx, ctx, { member, decisions })
        : await undecidedVisits(tx, ctx, { member, decisions: [] })
      if (!confirmed) {
        const ahead = undecided?.ahead ?? { visits: [], providers: [] }
        return { leaving: { ...found, ahead }, recorded: [] }
      }
      if (undecided) throw new AppError('visits_undecided')
      return asSystem(tx, async () => {
        const ended = await endPlans(tx, ctx, plans, decision)
        await endMembership(tx, ctx, membershipId)
        return { leaving: { ...found, ahead: { visits: [], providers: [] } }, recorded: ended }
      })
    })
    return { ...leaving, isConfirmed: await confirmAtStripe(ctx, recorded) }
  },
})

async function readLeaving(tx: Tx, ctx: ClinicCtx) {
  const { membershipId, role } = ctx.actor
  if (!membershipId) throw new AppError(ctx.actor.emailConfirmed ? 'not_allowed' : 'email_not_confirmed')
  if (role !== 'patient') throw new AppError('not_allowed')
  await requireHealthDataAccess(tx)
  return asSystem(tx, async () => {
    const plans = await lockRunning(tx, ctx)
    return { membershipId, plans, open: await openAmountOf(tx, ctx.clinicId, plans) }
  })
}

function lockRunning(tx: Tx, { clinicId, actor }: ClinicCtx) {
  return tx
    .selectFrom('subscriptions as s')
    .innerJoin('plan_versions as v', (join) =>
      join.onRef('v.clinic_id', '=', 's.clinic_id').onRef('v.id', '=', 's.version_id'),
    )
    .select(['s.id', 's.status', 'v.name', 's.current_period_end', 's.cancel_at_period_end', 's.cancel_at'])
    .where('s.clinic_id', '=', clinicId)
    .where('s.owner_patient_id', '=', actor.patientId)
    .where('s.status', 'in', [...runningStatuses])
    .orderBy('s.id')
    .forUpdate('s')
    .execute()
}

/** As `app.keep_removed_membership` does where an admin removes a member. */
async function endMembership(tx: Tx, ctx: ClinicCtx, membershipId: string): Promise<void> {
  const now = ctx.now()
  const ended = await tx
    .updateTable('clinic_memberships')
    .set({ ended_at: now, updated_at: now })
    .where('clinic_id', '=', ctx.clinicId)
    .where('id', '=', membershipId)
    .where('ended_at', 'is', null)
    .executeTakeFirst()
  if (ended.numUpdatedRows !== 1n) throw new AppError('not_allowed')
  await sql`select app.void_invitations(${ctx.clinicId}, ${membershipId}, ${ctx.userId}, ${now}::timestamptz)`.execute(
    tx,
  )
  await audit(tx, 'membership.left', { type: 'membership', id: membershipId }, { role: 'patient' })
}

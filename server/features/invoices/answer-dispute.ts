import { AppError } from '#domain/errors.ts'
import { acceptDisputeInput, answerDisputeInput } from '#domain/invoices/disputes.ts'
import { type ClinicCtx, outwardAction } from '#server/platform/action.ts'
import { audit } from '#server/platform/audit.ts'
import { asSystem } from '#server/platform/database/transactions.ts'
import { accountOfClinic } from '../stripe-sync/connected-clinic.ts'
import { refreshDispute } from '../stripe-sync/refresh-dispute.ts'

/**
 * Sends the clinic's answer to the cardholder's bank, once: afterwards nothing can be added to it.
 *
 * @returns the dispute's state at Stripe
 * @throws AppError `not_allowed`, `second_step_required`
 * @throws AppError `not_found` for an unknown dispute and for another clinic's, alike
 * @throws AppError `dispute_closed` once it was answered, decided, or its deadline is over; `payments_unavailable`
 */
export const answerDispute = outwardAction({
  name: 'answer-dispute',
  input: answerDisputeInput,
  access: 'disputes:answer',
  run: (ctx, { disputeId, evidence, attempt }) =>
    settle(ctx, disputeId, 'dispute.answered', (account) =>
      ctx.stripe.disputes.answer(account, disputeId, {
        text: evidence,
        key: `dispute:${disputeId}:${attempt}`,
      }),
    ),
})

/**
 * Gives up a disputed payment: it is lost at once, and leaves the base of the commission.
 *
 * @returns and throws as `answer-dispute`
 */
export const acceptDispute = outwardAction({
  name: 'accept-dispute',
  input: acceptDisputeInput,
  access: 'disputes:answer',
  run: (ctx, { disputeId }) =>
    settle(ctx, disputeId, 'dispute.accepted', (account) => ctx.stripe.disputes.accept(account, disputeId)),
})

async function settle(
  ctx: ClinicCtx,
  disputeId: string,
  done: 'dispute.answered' | 'dispute.accepted',
  send: (account: string) => Promise<boolean>,
): Promise<{ status: string }> {
  const { account, patientId } = await loadDispute(ctx, disputeId)
  const clinic = await ctx.transactions.withSystem('answer-dispute', (tx) =>
    accountOfClinic(tx, ctx.clinicId),
  )
  if (!clinic) throw new AppError('payments_unavailable')
  const isSent = await send(account)
  if (isSent) {
    await ctx.transactions.withActor(ctx.caller, (tx) =>
      audit(tx, done, { type: 'patient', id: patientId }, { dispute: disputeId }),
    )
  }
  await refreshDispute(ctx, { ...clinic, account }, disputeId, `${done}:${ctx.userId}`)
  if (!isSent) throw new AppError('dispute_closed')
  const { status } = await loadDispute(ctx, disputeId)
  return { status }
}

function loadDispute(ctx: ClinicCtx, disputeId: string) {
  return ctx.transactions.withActor(ctx.caller, (tx) =>
    asSystem(tx, async () => {
      const row = await tx
        .selectFrom('disputes')
        .select(['stripe_account as account', 'patient_id as patientId', 'status'])
        .where('clinic_id', '=', ctx.clinicId)
        .where('id', '=', disputeId)
        .executeTakeFirst()
      if (!row) throw new AppError('not_found')
      return row
    }),
  )
}

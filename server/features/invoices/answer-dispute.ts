import { createHash } from 'node:crypto'
import { AppError } from '#domain/errors.ts'
import { acceptDisputeInput, answerDisputeInput, type EvidenceKind } from '#domain/invoices/disputes.ts'
import { type ClinicCtx, outwardAction } from '#server/clinic/action.ts'
import { audit } from '#server/clinic/audit.ts'
import { requireHealthDataAccess } from '#server/clinic/health-data.ts'
import { asSystem, type Tx } from '#server/platform/database/transactions.ts'
import type { EvidenceFile } from '#server/platform/stripe/disputes.ts'
import { accountOfClinic } from '../stripe-sync/connected-clinic.ts'
import { refreshDispute } from '../stripe-sync/refresh/refresh-dispute.ts'

/**
 * Sends the clinic's answer to a dispute, with its files, to the cardholder's bank; it can be sent only once
 * (docs/decisions/0075).
 * @returns the dispute's state at Stripe
 * @throws AppError `not_allowed`, `second_step_required`
 * @throws AppError `not_found` for the dispute, or for files that are not the caller's unused evidence about its
 * patient; `file_not_ready`
 * @throws AppError `dispute_closed` once it was answered, decided or is past its deadline; `payments_unavailable`
 */
export const answerDispute = outwardAction({
  name: 'answer-dispute',
  input: answerDisputeInput,
  access: 'disputes:answer',
  system: 'Stripe’s ids are granted to no caller',
  async run(ctx, { disputeId, evidence, files, attempt }) {
    const { patientId } = await loadDispute(ctx, disputeId)
    const loaded = await loadEvidence(ctx, patientId, files)
    // a failed attempt may be repeated with other content
    const content = createHash('sha256')
      .update(JSON.stringify([evidence, files]))
      .digest('hex')
    const given = { text: evidence, files: loaded, key: `dispute:${disputeId}:${attempt}:${content}` }
    return settle(
      ctx,
      disputeId,
      'dispute.answered',
      (account) => ctx.stripe.disputes.answer(account, disputeId, given),
      (tx) => attachEvidence(tx, ctx, { disputeId, patientId, files }),
    )
  },
})

/**
 * Accepts a cardholder's dispute: the payment is lost now, and the commission is calculated without it. Returns and
 * throws as `answer-dispute`.
 */
export const acceptDispute = outwardAction({
  name: 'accept-dispute',
  input: acceptDisputeInput,
  access: 'disputes:answer',
  system: 'Stripe’s ids are granted to no caller',
  run: (ctx, { disputeId }) =>
    settle(ctx, disputeId, 'dispute.accepted', (account) => ctx.stripe.disputes.accept(account, disputeId)),
})

async function settle(
  ctx: ClinicCtx,
  disputeId: string,
  done: 'dispute.answered' | 'dispute.accepted',
  send: (account: string) => Promise<boolean>,
  also: (tx: Tx) => Promise<void> = async () => {},
): Promise<{ status: string }> {
  const { account, patientId } = await loadDispute(ctx, disputeId)
  const clinic = await ctx.transactions.withSystem('answer-dispute', (tx) =>
    accountOfClinic(tx, ctx.clinicId),
  )
  if (!clinic) throw new AppError('payments_unavailable')
  const isSent = await send(account)
  if (isSent) {
    await ctx.transactions.withActor(ctx.caller, async (tx) => {
      await audit(tx, done, { type: 'patient', id: patientId }, { dispute: disputeId })
      await also(tx)
    })
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

interface ChosenFile {
  fileId: string
  kind: EvidenceKind
}

/** The caller's uploads for this patient's dispute, with their bytes: at most 5 MB each. */
async function loadEvidence(ctx: ClinicCtx, patientId: string, files: ChosenFile[]): Promise<EvidenceFile[]> {
  if (files.length === 0) return []
  const rows = await ctx.transactions.withActor(ctx.caller, async (tx) => {
    await requireHealthDataAccess(tx)
    return asSystem(tx, () =>
      tx
        .selectFrom('files as f')
        .innerJoin('patient_files as p', (join) =>
          join.onRef('p.clinic_id', '=', 'f.clinic_id').onRef('p.file_id', '=', 'f.id'),
        )
        .select(['f.id', 'f.state', 'p.name', 'p.media_type as type'])
        .where('f.clinic_id', '=', ctx.clinicId)
        .where(
          'f.id',
          'in',
          files.map(({ fileId }) => fileId),
        )
        .where('f.kind', '=', 'dispute_evidence')
        .where('f.owner_id', '=', ctx.userId)
        .where('p.patient_id', '=', patientId)
        .where('f.attached_at', 'is', null)
        .execute(),
    )
  })
  const loaded: EvidenceFile[] = []
  for (const { fileId, kind } of files) {
    const row = rows.find(({ id }) => id === fileId)
    if (!row) throw new AppError('not_found')
    if (row.state !== 'ready') throw new AppError('file_not_ready')
    const bytes = await ctx.files.bytesOf(ctx.transactions, fileId)
    loaded.push({ id: fileId, kind, name: row.name, type: row.type ?? '', bytes })
  }
  return loaded
}

/** Attaches files to the dispute, because the bank has them. */
async function attachEvidence(
  tx: Tx,
  ctx: ClinicCtx,
  { disputeId, patientId, files }: { disputeId: string; patientId: string; files: ChosenFile[] },
): Promise<void> {
  const { userId: ownerId, clinicId } = ctx
  for (const { fileId, kind } of files) {
    const isAttached = await asSystem(tx, () =>
      tx
        .selectFrom('patient_files')
        .select('file_id')
        .where('clinic_id', '=', clinicId)
        .where('file_id', '=', fileId)
        .where('dispute_id', '=', disputeId)
        .executeTakeFirst(),
    )
    if (isAttached) continue
    await ctx.files.attach(tx, { fileId, kind: 'dispute_evidence', ownerId, clinicId, patientId })
    await asSystem(tx, () =>
      tx
        .updateTable('patient_files')
        .set({ dispute_id: disputeId, evidence_of: kind })
        .where('clinic_id', '=', clinicId)
        .where('file_id', '=', fileId)
        .execute(),
    )
  }
}

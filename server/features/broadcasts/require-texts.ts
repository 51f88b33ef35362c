import { AppError } from '#domain/errors.ts'
import { broadcastTexts } from '#domain/texts/broadcasts.ts'
import type { ClinicCtx } from '#server/clinic/action.ts'
import { asSystem, type Tx } from '#server/platform/database/transactions.ts'
import { clinicSendsTexts } from '../text-messages/clinic-sends-texts.ts'

export function sendsTexts(tx: Tx, ctx: ClinicCtx): Promise<boolean> {
  const { clinicId, sms } = ctx
  return asSystem(tx, () => clinicSendsTexts(tx, { clinicId, hasSms: sms !== null, now: ctx.now() }))
}

/** @throws AppError `invalid_input` at `channel` */
export async function requireTexts(tx: Tx, ctx: ClinicCtx): Promise<void> {
  if (await sendsTexts(tx, ctx)) return
  throw new AppError('invalid_input', {
    fields: [{ path: 'channel', message: broadcastTexts.problems.noTexts }],
  })
}

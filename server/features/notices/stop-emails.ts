import { stopEmailsInput } from '#domain/notices/inputs.ts'
import { outwardAction } from '#server/clinic/action.ts'
import { networkKey } from '#server/platform/http/networks.ts'
import { limitCalls } from '../clinics/limit-calls.ts'
import { stopAddress } from './stop-address.ts'
import { unsubscribe } from './unsubscribe.ts'

/** Mail programs press for many readers from one network (RFC 8058). */
const limit = { burst: 100, perSeconds: 1 }

/**
 * Stops a clinic's emails to an address that it entered for patients without an account, or ends a patient's consent to the
 * emails of a message to many, by the secret of the link in such an email. Public, limited by network; an unknown secret
 * gets the same answer.
 * @throws AppError `rate_limited`
 */
export const stopEmails = outwardAction({
  name: 'stop-emails',
  input: stopEmailsInput,
  access: 'anyone',
  async run(ctx, { token }): Promise<{ success: true }> {
    await limitCalls(ctx, { bucket: 'stop-emails', key: networkKey(ctx.caller.address), ...limit })
    // the link has the clinic's host
    const { clinicId } = ctx.actor
    if (!clinicId) return { success: true }
    const now = ctx.now()
    await ctx.transactions.withSystem('stop-emails', async (tx) => {
      const isEntered = await stopAddress(tx, { clinicId, token, now })
      if (!isEntered) await unsubscribe(tx, { clinicId, token, now })
    })
    return { success: true }
  },
})

import { stopEmailsInput } from '#domain/notices/inputs.ts'
import { outwardAction } from '#server/clinic/action.ts'
import { auditPatients } from '#server/clinic/audit.ts'
import { networkKey } from '#server/platform/http/networks.ts'
import { limitCalls } from '../clinics/limit-calls.ts'
import { unsubscribe } from './unsubscribe.ts'

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
    const key = networkKey(ctx.caller.address)
    await limitCalls(ctx, { bucket: 'stop-emails', key, burst: 20, perSeconds: 6 })
    // the link has the clinic's host
    const { clinicId } = ctx.actor
    if (!clinicId) return { success: true }
    await ctx.transactions.withSystem('stop-emails', async (tx) => {
      const stopped = await tx
        .updateTable('app.entered_addresses')
        .set({ stopped_at: ctx.now() })
        .where('clinic_id', '=', clinicId)
        .where('token', '=', token)
        .where('stopped_at', 'is', null)
        .returning('address')
        .executeTakeFirst()
      if (!stopped) return unsubscribe(tx, { clinicId, token, now: ctx.now() })
      const patients = await tx
        .selectFrom('patients')
        .select('id')
        .where('clinic_id', '=', clinicId)
        .where('email', '=', stopped.address)
        .where('user_id', 'is', null)
        .where('merged_into', 'is', null)
        .execute()
      const [first, ...others] = patients.map(({ id }) => id)
      if (first) await auditPatients(tx, 'address.stopped', [first, ...others], {}, { clinicId })
    })
    return { success: true }
  },
})

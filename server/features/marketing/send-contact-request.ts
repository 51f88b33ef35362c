import { contactRequestInput } from '#domain/marketing/contact.ts'
import { outwardAction } from '#server/clinic/action.ts'
import { contactRequestMail } from '#server/emails/contact-request.ts'
import { networkKey } from '#server/platform/http/networks.ts'
import { limitCalls } from '../clinics/limit-calls.ts'

/**
 * Sends a visitor's request to the operator of Carefold by mail, and stores it. Public, limited by network.
 * @throws AppError `invalid_input`, `rate_limited`
 */
export const sendContactRequest = outwardAction({
  name: 'send-contact-request',
  input: contactRequestInput,
  access: 'anyone',
  async run(ctx, request): Promise<{ success: true }> {
    const key = networkKey(ctx.caller.address)
    await limitCalls(ctx, { bucket: 'contact-request', key, burst: 20, perSeconds: 60 })
    const { about, name, email, clinicName, message } = request
    await ctx.transactions.withSystem('send-contact-request', async (tx) => {
      await tx
        .insertInto('app.contact_requests')
        .values({ about, name, email, clinic_name: clinicName || null, message, created_at: ctx.now() })
        .execute()
      const to = ctx.config.operatorEmail
      if (to) await ctx.mailer.queue(tx, contactRequestMail(to, request))
    })
    return { success: true }
  },
})

import { stopAddressChangeInput } from '#domain/account/address-change.ts'
import { outwardAction } from '#server/clinic/action.ts'
import { networkKey } from '#server/platform/http/networks.ts'
import { limitCalls } from '../../clinics/limit-calls.ts'

/**
 * The owner of the old mailbox objects to a change of address, by the link of the mail: it is canceled, and the
 * account's sessions end, except the caller's own.
 * @throws AppError `address_change_unknown`, `address_change_done`, `rate_limited`
 */
export const stopAddressChange = outwardAction({
  name: 'stop-address-change',
  input: stopAddressChangeInput,
  access: 'anyone',
  async run(ctx, { token }): Promise<{ success: true }> {
    const network = networkKey(ctx.caller.address)
    await limitCalls(ctx, { bucket: 'stop-address-change', key: network, burst: 30, perSeconds: 10 })
    await ctx.accounts.lostMailbox.stop(ctx.caller, token)
    return { success: true }
  },
})

import * as z from 'zod/mini'
import { outwardAction } from '#server/clinic/action.ts'
import { refuseInDemo } from '#server/platform/database/demo-request.ts'

/**
 * Cancels the caller's pending change of address.
 * @throws AppError `address_change_missing`
 */
export const cancelAddressChange = outwardAction({
  name: 'cancel-address-change',
  input: z.object({}),
  access: 'signed-in',
  async run(ctx): Promise<{ success: true }> {
    refuseInDemo()
    await ctx.accounts.lostMailbox.cancel(ctx.caller)
    return { success: true }
  },
})

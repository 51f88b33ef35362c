import * as z from 'zod/mini'
import { outwardAction } from '#server/clinic/action.ts'
import { refuseInDemo } from '#server/platform/database/demo-request.ts'
import { ownOrigin } from './own-origin.ts'

/**
 * Mails a new code to the new address of the caller's pending change.
 * @throws AppError `address_change_missing`
 * @throws Refusal 429 within a minute of the last one
 */
export const sendAddressChangeCode = outwardAction({
  name: 'send-address-change-code',
  input: z.object({}),
  access: 'signed-in',
  async run(ctx): Promise<{ success: true }> {
    refuseInDemo()
    const { accounts, caller } = ctx
    await accounts.withEvenTiming(() => accounts.lostMailbox.sendCode(caller, ownOrigin(ctx)))
    return { success: true }
  },
})

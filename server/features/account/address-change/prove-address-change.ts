import { proveAddressChangeForm } from '#domain/account/address-change.ts'
import { digitsOf } from '#domain/two-factor/two-factor.ts'
import { outwardAction } from '#server/clinic/action.ts'
import { refuseInDemo } from '#server/platform/database/demo-request.ts'

/**
 * Proves the new address of the caller's pending change by its code.
 * @returns `isDone`: the seven days are over, and the address has changed
 * @throws AppError `address_change_missing`
 * @throws Refusal `otp_expired` for a wrong or old code
 */
export const proveAddressChange = outwardAction({
  name: 'prove-address-change',
  input: proveAddressChangeForm,
  access: 'signed-in',
  run(ctx, { code }): Promise<{ isDone: boolean }> {
    refuseInDemo()
    return ctx.accounts.lostMailbox.prove(ctx.caller, { code: digitsOf(code) })
  },
})

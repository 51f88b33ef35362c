import { requestAddressChangeForm } from '#domain/account/address-change.ts'
import { outwardAction } from '#server/clinic/action.ts'
import { refuseInDemo } from '#server/platform/database/demo-request.ts'
import { limitCalls } from '../../clinics/limit-calls.ts'
import { ownOrigin } from './own-origin.ts'

/**
 * Requests a change of the caller's address without the old mailbox, with the password and the second step. The old
 * address gets a link that stops it, the new one a code. The change takes effect after seven days, once the code is
 * entered (docs/decisions/0178). The answer is the same for a new address that has an account.
 * @throws AppError `second_step_missing`; `second_step_new` within 7 days of its set-up; `fresh_proof_required`;
 * `email_not_confirmed`; `invalid_input`, `rate_limited`
 * @throws Refusal `current_password_invalid`, `user_sso_managed`
 */
export const requestAddressChange = outwardAction({
  name: 'request-address-change',
  input: requestAddressChangeForm,
  access: 'signed-in',
  async run(ctx, given): Promise<{ success: true }> {
    refuseInDemo()
    await limitCalls(ctx, { bucket: 'request-address-change', key: ctx.userId, burst: 10, perSeconds: 600 })
    const { accounts, caller } = ctx
    await accounts.passwords.admit(() =>
      accounts.withEvenTiming(() =>
        accounts.lostMailbox.request(caller, { ...given, origin: ownOrigin(ctx) }),
      ),
    )
    return { success: true }
  },
})

import { confirmPersonInput } from '#domain/account/fresh-proof.ts'
import { outwardAction } from '#server/clinic/action.ts'
import { refuseInDemo } from '#server/platform/database/demo-request.ts'
import { limitCalls } from '../clinics/limit-calls.ts'

/**
 * Somebody without a second step proves that it is still they who sit in this session, before an act that asks for it
 * (`asksFreshProof`): by their password, or by the code of GET /reauthenticate where their session is not asked for one
 * (docs/decisions/0127). Whoever has a second step takes that, by the auth service's own endpoint.
 *
 * @throws AppError `not_allowed` for whoever has a second step; `rate_limited`
 * @throws Refusal `current_password_required`, `current_password_invalid`, `reauthentication_needed`,
 *   `reauthentication_not_valid`, `over_request_rate_limit`: as PUT /user (docs/contracts/auth.md 3.4)
 */
export const confirmPerson = outwardAction({
  name: 'confirm-person',
  input: confirmPersonInput,
  access: 'signed-in',
  async run(ctx, given): Promise<{ success: true }> {
    refuseInDemo()
    // wrong passwords and codes are counted where they are checked; this is for those sent all at once
    await limitCalls(ctx, { bucket: 'confirm-person', key: ctx.userId, burst: 20, perSeconds: 30 })
    await ctx.accounts.passwords.admit(() => ctx.accounts.confirmPerson(ctx.caller, given))
    return { success: true }
  },
})

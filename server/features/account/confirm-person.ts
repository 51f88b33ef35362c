import { confirmPersonInput } from '#domain/account/fresh-proof.ts'
import { outwardAction } from '#server/clinic/action.ts'
import { refuseInDemo } from '#server/platform/database/demo-request.ts'
import { limitCalls } from '../clinics/limit-calls.ts'

/**
 * Confirms the caller's identity again, by password or by the code of GET /reauthenticate, before an action that
 * requires it (docs/decisions/0127). Callers with a second step confirm with that step, at the auth service.
 * @throws AppError `not_allowed` with a second step; `rate_limited`
 * @throws Refusal as PUT /user does (docs/contracts/auth.md 3.4)
 */
export const confirmPerson = outwardAction({
  name: 'confirm-person',
  input: confirmPersonInput,
  access: 'signed-in',
  async run(ctx, given): Promise<{ success: true }> {
    refuseInDemo()
    // limits parallel attempts; wrong ones are counted where they are checked
    await limitCalls(ctx, { bucket: 'confirm-person', key: ctx.userId, burst: 20, perSeconds: 30 })
    await ctx.accounts.passwords.admit(() => ctx.accounts.confirmPerson(ctx.caller, given))
    return { success: true }
  },
})

import type { Action, Services } from '#server/clinic/action.ts'
import type { Caller } from '#server/platform/database/transactions.ts'

/** Wraps an action so that on the main site it runs in the clinic that the caller runs. */
export function atPrimaryAdminClinic<Definition extends Action>(definition: Definition): Definition {
  return {
    ...definition,
    async call(services, caller, input) {
      return definition.call(services, await inPrimaryAdminClinic(services, caller), input)
    },
  }
}

/**
 * Without a clinic in the request, as on the main site, selects that of the caller's earliest active admin membership
 * (docs/specification.md A4). Grants nothing: the action checks the rights.
 */
async function inPrimaryAdminClinic(services: Services, caller: Caller): Promise<Caller> {
  if (caller.clinic || !caller.userId) return caller
  const primary = await services.transactions.withActor(caller, (tx) =>
    tx
      .selectFrom('clinic_memberships as m')
      .innerJoin('clinics as c', 'c.id', 'm.clinic_id')
      .select('c.subdomain')
      .where('m.user_id', '=', caller.userId)
      .where('m.role', '=', 'admin')
      .where('m.status', '=', 'active')
      .orderBy('m.created_at')
      .orderBy('m.id')
      .executeTakeFirst(),
  )
  return { ...caller, clinic: primary?.subdomain ?? null }
}

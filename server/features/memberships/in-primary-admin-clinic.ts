import type { Action, Services } from '#server/clinic/action.ts'
import type { Caller } from '#server/platform/database/transactions.ts'

/** The action, which on the main site is about the clinic that the caller runs. */
export function atPrimaryAdminClinic<Definition extends Action>(definition: Definition): Definition {
  return {
    ...definition,
    async call(services, caller, input) {
      return definition.call(services, await inPrimaryAdminClinic(services, caller), input)
    },
  }
}

/**
 * The caller, at the clinic that they run where the request names none: on the main site, where no host says it.
 *
 * Of several the one of the earliest active admin membership (docs/specification.md A4). It only selects: the rights
 * there are looked up when the action enters.
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

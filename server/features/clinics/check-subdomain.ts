import { checkSubdomainInput, type SubdomainCheck } from '#domain/clinics/clinics.ts'
import { subdomainProblem } from '#domain/clinics/reserved-subdomains.ts'
import { can } from '#domain/permissions.ts'
import { outwardAction } from '#server/clinic/action.ts'
import { networkKey } from '#server/platform/http/networks.ts'
import { limitCalls } from './limit-calls.ts'
import { isSubdomainFree } from './subdomains.ts'

/**
 * Returns whether a clinic's web address is available, for the live check of /sign-up. Public.
 * @throws AppError `rate_limited`
 */
export const checkSubdomain = outwardAction({
  name: 'check-subdomain',
  input: checkSubdomainInput,
  access: 'anyone',
  async run(ctx, input): Promise<SubdomainCheck> {
    await limitCalls(ctx, {
      bucket: 'check-subdomain',
      key: networkKey(ctx.caller.address),
      burst: 60,
      perSeconds: 1,
    })

    const subdomain = input.subdomain.trim().toLowerCase()
    const problem = subdomainProblem(subdomain)
    if (problem)
      return { available: false, reason: problem === 'subdomain_reserved' ? 'reserved' : 'invalid' }

    // a clinic may take its former addresses back
    const clinicId = can(ctx.actor, 'clinic:update') ? ctx.clinicId : undefined
    const isFree = await ctx.transactions.withSystem('check-subdomain', (tx) =>
      isSubdomainFree(tx, { subdomain, email: null, clinicId, now: ctx.now() }),
    )
    const isFreeElsewhere = isFree && ((await ctx.addresses?.isFree(subdomain)) ?? true)
    return isFreeElsewhere ? { available: true } : { available: false, reason: 'taken' }
  },
})

import { sql } from 'kysely'
import { type FoundClinic, findClinicsInput } from '#domain/clinics/clinics.ts'
import { outwardAction } from '#server/clinic/action.ts'
import { networkKey } from '#server/platform/http/networks.ts'
import { limitCalls } from './limit-calls.ts'

/**
 * Finds a clinic for a patient without a link: open clinics by part of their name, any clinic by its full web address.
 * Public; returns at most 8, and calls are limited by network, so that a caller cannot list all clinics.
 * @throws AppError `rate_limited`
 */
export const findClinics = outwardAction({
  name: 'find-clinics',
  input: findClinicsInput,
  access: 'anyone',
  async run(ctx, { text }): Promise<{ clinics: FoundClinic[] }> {
    const key = networkKey(ctx.caller.address)
    await limitCalls(ctx, { bucket: 'find-clinics', key, burst: 30, perSeconds: 2 })
    const { rows } = await ctx.transactions.withSystem('find-clinics', (tx) =>
      sql<FoundClinic>`select name, subdomain from app.find_clinics(${text})`.execute(tx),
    )
    return { clinics: rows }
  },
})

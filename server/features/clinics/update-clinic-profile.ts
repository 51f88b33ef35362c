import { type Selectable, sql } from 'kysely'
import type * as z from 'zod/mini'
import type { Clinics } from '#db/types.generated.ts'
import type { NotSaved } from '#domain/appointments/affected-visits.ts'
import { clinicProfileInput } from '#domain/clinics/clinics.ts'
import { inOrder, type OpeningSpan } from '#domain/clinics/opening-hours.ts'
import { action, type ClinicCtx } from '#server/clinic/action.ts'
import { audit } from '#server/clinic/audit.ts'
import { lockClinic } from '#server/clinic/lock-clinic.ts'
import { clinicOf } from '#server/platform/database/clinic-of.ts'
import { asSystem, type Tx } from '#server/platform/database/transactions.ts'
import { unlessVisitsAffected } from '../appointments/scheduling/affected-visits.ts'
import { claimSubdomain } from './subdomains.ts'

type Clinic = Omit<Selectable<Clinics>, 'opening_hours'> & { opening_hours: OpeningSpan[] }

/**
 * Updates the given fields of a clinic's public profile, and moves its hub if the web address changed.
 * @returns the clinic's public row; or `affected`, with nothing written, while the caller has not confirmed visits ahead
 * that another zone or opening hours make wrong
 * @throws AppError `not_allowed` unless the actor may `clinic:update`; `subdomain_taken`, `subdomain_reserved`
 */
export const updateClinicProfile = action({
  name: 'update-clinic-profile',
  input: clinicProfileInput,
  access: 'clinic:update',
  async run(tx, ctx, input): Promise<{ clinic: Clinic } | NotSaved> {
    await lockClinic(tx, ctx.clinicId)
    const before = await tx
      .selectFrom('clinics')
      .select(['time_zone', 'opening_hours'])
      .where('id', '=', ctx.clinicId)
      .executeTakeFirstOrThrow()
    const hoursOf = (hours: unknown) =>
      JSON.stringify(inOrder(hours as OpeningSpan[]).map(({ day, opens, closes }) => [day, opens, closes]))
    const changesTimes =
      (input.timeZone !== undefined && input.timeZone !== before.time_zone) ||
      (input.openingHours !== undefined && hoursOf(input.openingHours) !== hoursOf(before.opening_hours))
    const save = () => asSystem(tx, () => write(tx, ctx, input))
    return changesTimes ? unlessVisitsAffected(tx, ctx, { confirmed: input.confirmed }, save) : save()
  },
})

async function write(
  tx: Tx,
  ctx: ClinicCtx,
  input: z.output<typeof clinicProfileInput>,
): Promise<{ clinic: Clinic }> {
  const now = ctx.now()
  if (input.subdomain) await moveHub(ctx, tx, input.subdomain)
  const clinic = await tx
    .updateTable('clinics')
    .set({
      name: input.name,
      time_zone: input.timeZone,
      color: input.color,
      tagline: cleared(input.tagline),
      website: cleared(input.website),
      about: cleared(input.about),
      phone: cleared(input.phone),
      opening_hours: input.openingHours && JSON.stringify(input.openingHours),
      // hours or a color alone do not describe the clinic
      ...(input.name !== undefined && {
        profile_completed_at: sql<Date>`coalesce(profile_completed_at, ${now})`,
      }),
      updated_at: now,
    })
    .where('id', '=', ctx.clinicId)
    .returningAll()
    .executeTakeFirstOrThrow()
  if (input.timeZone !== undefined) await sql`select app.follow_time_zone(${ctx.clinicId}::uuid)`.execute(tx)
  await audit(tx, 'clinic.profile_updated', { type: 'clinic', id: ctx.clinicId })
  return { clinic: clinic as Clinic }
}

/** Null for an empty text; undefined, which changes nothing, for an absent one. */
const cleared = (text: string | undefined): string | null | undefined => (text === '' ? null : text)

/** Reserves the old address for the clinic for 180 days. */
async function moveHub({ clinicId, addresses, ...ctx }: ClinicCtx, tx: Tx, to: string): Promise<void> {
  const now = ctx.now()
  const { subdomain: from } = await tx
    .selectFrom('clinics')
    .select('subdomain')
    .where('id', '=', clinicId)
    .forUpdate()
    .executeTakeFirstOrThrow()
  if (from === to) return
  await claimSubdomain(tx, { subdomain: to, email: null, clinicId, now }, addresses)
  const released = { clinic_id: clinicId, released_at: now }
  await tx
    .insertInto('released_subdomains')
    .values({ subdomain: from, ...released })
    .onConflict((conflict) => conflict.columns(['clinic_id', 'subdomain']).doUpdateSet(released))
    .execute()
  await tx
    .deleteFrom('released_subdomains')
    .where('clinic_id', '=', await clinicOf(tx, 'released_subdomain', to))
    .where('subdomain', '=', to)
    .execute()
  // an expired sign-up may still reserve it
  await tx.deleteFrom('app.clinic_requests').where('subdomain', '=', to).execute()
  await tx.updateTable('clinics').set({ subdomain: to }).where('id', '=', clinicId).execute()
  await audit(tx, 'clinic.moved', { type: 'clinic', id: clinicId }, { from, to })
}

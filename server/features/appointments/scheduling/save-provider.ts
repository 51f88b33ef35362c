import { sql } from 'kysely'
import type * as z from 'zod/mini'
import type { NotSaved } from '#domain/appointments/affected-visits.ts'
import { saveProviderInput } from '#domain/appointments/scheduling.ts'
import { AppError } from '#domain/errors.ts'
import { schedulingTexts } from '#domain/texts/scheduling.ts'
import { action, type ClinicCtx } from '#server/clinic/action.ts'
import { audit } from '#server/clinic/audit.ts'
import { lockClinic } from '#server/clinic/lock-clinic.ts'
import { nextVersion } from '#server/clinic/own-record.ts'
import { asSystem, type Tx } from '#server/platform/database/transactions.ts'
import { notingOpenedTime } from '../waitlist/opened-time.ts'
import { unlessVisitsAffected } from './affected-visits.ts'

/**
 * Adds a team member as a provider, or changes name, types of visits and hours. Booked visits stay.
 * @returns `affected`, with nothing written, while the caller has not confirmed visits ahead that no longer fit
 * @throws AppError `not_allowed`, `not_found`, `changed_elsewhere`
 * @throws AppError `invalid_input` at `userId` if not on the team, at `types` for an unknown type
 */
export const saveProvider = action({
  name: 'save-provider',
  input: saveProviderInput,
  access: 'scheduling:write',
  system: 'who waits is looked up before the second step',
  async run(tx, ctx, input): Promise<{ providerId: string; version: number } | NotSaved> {
    const { clinicId } = ctx
    await lockClinic(tx, clinicId)
    const before = await asSystem(tx, async () => {
      const found = await tx
        .selectFrom('providers')
        .select(['id', 'user_id', 'version'])
        .where('clinic_id', '=', clinicId)
        .where((row) =>
          input.providerId ? row('id', '=', input.providerId) : row('user_id', '=', input.userId),
        )
        .forNoKeyUpdate()
        .executeTakeFirst()
      if (input.providerId && !found) throw new AppError('not_found')
      await requireKnown(tx, clinicId, input, found?.user_id ?? null)
      return found
    })
    const version = nextVersion(input.version, before)
    const providerId = before?.id ?? null
    const save = () =>
      asSystem(tx, async () => {
        const id = await notingOpenedTime(tx, { clinicId, providerId, now: ctx.now() }, () =>
          write(tx, ctx, { input, providerId, version }),
        )
        await audit(tx, 'schedule.provider_saved', { type: 'provider', id }, {}, clinicId)
        return { providerId: id, version }
      })
    const { confirmed } = input
    return before ? unlessVisitsAffected(tx, ctx, { providerId, confirmed }, save) : save()
  },
})

/** @returns the provider's id */
async function write(
  tx: Tx,
  ctx: ClinicCtx,
  provider: { input: z.output<typeof saveProviderInput>; providerId: string | null; version: number },
): Promise<string> {
  const { clinicId } = ctx
  const { input, providerId, version } = provider
  const row = {
    user_id: input.userId,
    name: input.name,
    title: input.title,
    types: input.types,
    takes_appointments: input.isActive,
    ...(input.isPublic !== undefined && { is_public: input.isPublic }),
    version,
    updated_at: ctx.now(),
  }
  const { id } = providerId
    ? await tx
        .updateTable('providers')
        .set(row)
        .where('clinic_id', '=', clinicId)
        .where('id', '=', providerId)
        .returning('id')
        .executeTakeFirstOrThrow()
    : await tx
        .insertInto('providers')
        .values({ clinic_id: clinicId, ...row, created_at: ctx.now() })
        .returning('id')
        .executeTakeFirstOrThrow()
  await tx
    .deleteFrom('provider_hours')
    .where('clinic_id', '=', clinicId)
    .where('provider_id', '=', id)
    .execute()
  if (input.hours.length > 0)
    await tx
      .insertInto('provider_hours')
      .values(
        input.hours.map(({ day, opens, closes, validFrom, validUntil }) => ({
          ...{ clinic_id: clinicId, provider_id: id, day, opens, closes },
          valid_from: validFrom,
          valid_until: validUntil,
        })),
      )
      .execute()
  return id
}

async function requireKnown(
  tx: Tx,
  clinicId: string,
  { userId, types }: { userId: string; types: string[] },
  presentUserId: string | null,
): Promise<void> {
  const { rows } = await sql<{ is_on_team: boolean; known_types: number }>`
    select exists (select from public.clinic_memberships m
                    where m.clinic_id = ${clinicId} and m.user_id = ${userId} and m.role <> 'patient'
                      and not m.is_billing_only and m.status = 'active' and m.ended_at is null) as is_on_team,
           (select count(*)::integer from public.appointment_types t
             where t.clinic_id = ${clinicId} and t.key = any (${types})) as known_types`.execute(tx)
  const fields = []
  if (!rows[0]?.is_on_team && userId !== presentUserId)
    fields.push({ path: 'userId', message: schedulingTexts.personGone })
  if (rows[0]?.known_types !== new Set(types).size)
    fields.push({ path: 'types', message: schedulingTexts.typeUnknown })
  if (fields.length > 0) throw new AppError('invalid_input', { fields })
}

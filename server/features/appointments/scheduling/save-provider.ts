import { sql } from 'kysely'
import { saveProviderInput } from '#domain/appointments/scheduling.ts'
import { AppError } from '#domain/errors.ts'
import { schedulingTexts } from '#domain/texts/appointments.ts'
import { action } from '#server/clinic/action.ts'
import { audit } from '#server/clinic/audit.ts'
import { nextVersion } from '#server/clinic/own-record.ts'
import { asSystem, type Tx } from '#server/platform/database/transactions.ts'
import { notingOpenedTime } from '../waitlist/opened-time.ts'

/**
 * Adds a team member as a provider, or changes name, types of visits and hours. Booked visits stay.
 * @throws AppError `not_allowed`, `not_found`, `changed_elsewhere`
 * @throws AppError `invalid_input` at `userId` if not on the team, at `types` for an unknown type
 */
export const saveProvider = action({
  name: 'save-provider',
  input: saveProviderInput,
  access: 'scheduling:write',
  system: 'who waits is looked up before the second step',
  run: (tx, ctx, input): Promise<{ providerId: string; version: number }> =>
    asSystem(tx, async () => {
      const { clinicId } = ctx
      const before = await tx
        .selectFrom('providers')
        .select(['id', 'user_id', 'version'])
        .where('clinic_id', '=', clinicId)
        .where((row) =>
          input.providerId ? row('id', '=', input.providerId) : row('user_id', '=', input.userId),
        )
        .forUpdate()
        .executeTakeFirst()
      if (input.providerId && !before) throw new AppError('not_found')
      const version = nextVersion(input.version, before)
      await requireKnown(tx, clinicId, input, before?.user_id ?? null)
      const row = {
        user_id: input.userId,
        name: input.name,
        title: input.title,
        types: input.types,
        is_active: input.isActive,
        ...(input.isPublic !== undefined && { is_public: input.isPublic }),
        version,
        updated_at: ctx.now(),
      }
      const about = { clinicId, providerId: before?.id ?? null, now: ctx.now() }
      const id = await notingOpenedTime(tx, about, async () => {
        const { id } = before
          ? await tx
              .updateTable('providers')
              .set(row)
              .where('clinic_id', '=', clinicId)
              .where('id', '=', before.id)
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
        if (input.hours.length > 0) {
          await tx
            .insertInto('provider_hours')
            .values(
              input.hours.map(({ day, opens, closes, validFrom, validUntil }) => ({
                clinic_id: clinicId,
                provider_id: id,
                day,
                opens,
                closes,
                valid_from: validFrom,
                valid_until: validUntil,
              })),
            )
            .execute()
        }
        return id
      })
      await audit(tx, 'schedule.provider_saved', { type: 'provider', id }, {}, clinicId)
      return { providerId: id, version }
    }),
})

async function requireKnown(
  tx: Tx,
  clinicId: string,
  { userId, types }: { userId: string; types: string[] },
  presentUserId: string | null,
): Promise<void> {
  const { rows } = await sql<{ is_on_team: boolean; known_types: number }>`
    select exists (select from public.clinic_memberships m
                    where m.clinic_id = ${clinicId} and m.user_id = ${userId} and m.role <> 'patient'
                      and m.status = 'active' and m.ended_at is null) as is_on_team,
           (select count(*)::integer from public.appointment_types t
             where t.clinic_id = ${clinicId} and t.key = any (${types})) as known_types`.execute(tx)
  const fields = []
  if (!rows[0]?.is_on_team && userId !== presentUserId)
    fields.push({ path: 'userId', message: schedulingTexts.personGone })
  if (rows[0]?.known_types !== new Set(types).size)
    fields.push({ path: 'types', message: schedulingTexts.typeUnknown })
  if (fields.length > 0) throw new AppError('invalid_input', { fields })
}

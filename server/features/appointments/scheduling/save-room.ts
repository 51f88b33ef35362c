import type { NotSaved } from '#domain/appointments/affected-visits.ts'
import { saveRoomInput } from '#domain/appointments/scheduling.ts'
import { AppError } from '#domain/errors.ts'
import { schedulingTexts } from '#domain/texts/scheduling.ts'
import { action } from '#server/clinic/action.ts'
import { audit } from '#server/clinic/audit.ts'
import { lockClinic } from '#server/clinic/lock-clinic.ts'
import { nextVersion } from '#server/clinic/own-record.ts'
import { asSystem, type Tx } from '#server/platform/database/transactions.ts'
import { unlessVisitsAffected } from './affected-visits.ts'

/**
 * Adds, renames or retires a room. Its visits stay until the desk moves them.
 * @returns `affected`, with nothing written, while the caller has not confirmed visits ahead in a retired room
 * @throws AppError `not_allowed`, `not_found`, `changed_elsewhere`; `invalid_input` at `name` for another room's
 */
export const saveRoom = action({
  name: 'save-room',
  input: saveRoomInput,
  access: 'scheduling:write',
  async run(tx, ctx, input): Promise<{ roomId: string; version: number } | NotSaved> {
    const { clinicId } = ctx
    // saves run one at a time
    await lockClinic(tx, clinicId)
    const before = input.roomId
      ? await tx
          .selectFrom('rooms')
          .select('version')
          .where('clinic_id', '=', clinicId)
          .where('id', '=', input.roomId)
          .executeTakeFirst()
      : undefined
    if (input.roomId && !before) throw new AppError('not_found')
    const version = nextVersion(input.version, before)
    await requireOwnName(tx, clinicId, input)
    const row = { name: input.name, is_active: input.isActive, version, updated_at: ctx.now() }
    const save = () =>
      asSystem(tx, async () => {
        const { id } =
          input.roomId === undefined
            ? await tx
                .insertInto('rooms')
                .values({ clinic_id: clinicId, ...row, created_at: ctx.now() })
                .returning('id')
                .executeTakeFirstOrThrow()
            : await tx
                .updateTable('rooms')
                .set(row)
                .where('clinic_id', '=', clinicId)
                .where('id', '=', input.roomId)
                .returning('id')
                .executeTakeFirstOrThrow()
        await audit(tx, 'schedule.room_saved', { type: 'room', id }, {}, clinicId)
        return { roomId: id, version }
      })
    const { roomId, confirmed } = input
    return roomId && !input.isActive ? unlessVisitsAffected(tx, ctx, { roomId, confirmed }, save) : save()
  },
})

/** Names that differ only in case are equal. */
async function requireOwnName(
  tx: Tx,
  clinicId: string,
  { roomId, name }: { roomId?: string | undefined; name: string },
): Promise<void> {
  const rooms = await tx
    .selectFrom('rooms')
    .select(['id', 'name'])
    .where('clinic_id', '=', clinicId)
    .execute()
  const isTaken = rooms.some((each) => each.id !== roomId && each.name.toLowerCase() === name.toLowerCase())
  if (isTaken)
    throw new AppError('invalid_input', { fields: [{ path: 'name', message: schedulingTexts.roomTaken }] })
}

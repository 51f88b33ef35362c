import { ownPictureInput } from '#domain/files/inputs.ts'
import { action } from '#server/clinic/action.ts'
import { audit } from '#server/clinic/audit.ts'
import { picturesInUse } from '#server/clinic/files.ts'
import { noClinic } from '#server/platform/database/clinic-of.ts'

/**
 * Sets an uploaded picture as the caller's avatar in all clinics, or removes the avatar. Deletes the previous one.
 * @throws AppError `not_found` unless it is the caller's unused avatar; `file_not_ready`
 */
export const setAvatar = action({
  name: 'set-avatar',
  input: ownPictureInput,
  access: 'signed-in',
  async run(tx, ctx, { fileId }): Promise<{ fileId: string | null }> {
    const own = { kind: 'avatar', ownerId: ctx.userId, clinicId: noClinic } as const
    if (fileId) await ctx.files.attach(tx, { fileId, ...own })
    else {
      const inUse = await picturesInUse(tx, own)
      for (const old of inUse) await ctx.files.remove(tx, noClinic, old)
    }
    await audit(tx, fileId ? 'avatar.changed' : 'avatar.removed', { type: 'user', id: ctx.userId })
    return { fileId }
  },
})

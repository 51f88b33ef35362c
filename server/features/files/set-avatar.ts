import { ownPictureInput } from '#domain/files/inputs.ts'
import { action } from '#server/clinic/action.ts'
import { audit } from '#server/clinic/audit.ts'
import { picturesInUse } from '#server/clinic/files.ts'

/**
 * Makes an uploaded picture the caller's avatar in all of their clinics, or removes it. The one before is gone.
 *
 * @throws AppError `not_found` unless the file is the caller's own, unused avatar; `file_not_ready`
 */
export const setAvatar = action({
  name: 'set-avatar',
  input: ownPictureInput,
  access: 'signed-in',
  async run(tx, ctx, { fileId }): Promise<{ fileId: string | null }> {
    const own = { kind: 'avatar', ownerId: ctx.userId, clinicId: null } as const
    if (fileId) await ctx.files.attach(tx, { fileId, ...own })
    else {
      const inUse = await picturesInUse(tx, own)
      for (const old of inUse) await ctx.files.remove(tx, old)
    }
    await audit(tx, fileId ? 'avatar.changed' : 'avatar.removed', { type: 'user', id: ctx.userId })
    return { fileId }
  },
})

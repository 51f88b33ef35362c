import { ownPictureInput } from '#domain/files/inputs.ts'
import { action } from '#server/clinic/action.ts'
import { audit } from '#server/clinic/audit.ts'
import { picturesInUse } from '#server/clinic/files.ts'

/**
 * Sets an uploaded picture as the clinic's public logo, or removes the logo. Deletes the previous one.
 * @throws AppError `not_allowed` unless the actor may `clinic:update`
 * @throws AppError `not_found` unless it is a logo that the caller uploaded for this clinic; `file_not_ready`
 */
export const setClinicLogo = action({
  name: 'set-clinic-logo',
  input: ownPictureInput,
  access: 'clinic:update',
  async run(tx, ctx, { fileId }): Promise<{ fileId: string | null }> {
    const own = { kind: 'logo', ownerId: ctx.userId, clinicId: ctx.clinicId } as const
    if (fileId) await ctx.files.attach(tx, { fileId, ...own })
    else {
      const inUse = await picturesInUse(tx, own)
      for (const old of inUse) await ctx.files.remove(tx, ctx.clinicId, old)
    }
    await audit(tx, fileId ? 'logo.changed' : 'logo.removed', { type: 'clinic', id: ctx.clinicId })
    return { fileId }
  },
})

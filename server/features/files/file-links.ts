import type { FileLink } from '#domain/files/files.ts'
import { fileLinksInput } from '#domain/files/inputs.ts'
import { action } from '#server/clinic/action.ts'
import { noClinic } from '#server/platform/database/clinic-of.ts'

/**
 * Returns signed links to files that the caller may read, for pictures in a page, which cannot send a token. Each use
 * of a link checks the right again and is audited.
 */
export const fileLinks = action({
  name: 'file-links',
  input: fileLinksInput,
  access: 'signed-in',
  // row-level security decides: limited access includes only the guardian's own picture
  guardians: 'limited',
  async run(tx, ctx, { fileIds, avatarsOf }): Promise<{ links: FileLink[] }> {
    if (fileIds.length + avatarsOf.length === 0) return { links: [] }
    const readable = await tx
      .selectFrom('files')
      .select(['id', 'kind', 'owner_id'])
      .where('clinic_id', 'in', [noClinic, ctx.actor.clinicId ?? noClinic])
      .where('state', '=', 'ready')
      .where((eb) => {
        const avatars = eb('kind', '=', 'avatar').and('attached_at', 'is not', null)
        return eb.or([
          ...(fileIds.length > 0 ? [eb('id', 'in', fileIds)] : []),
          ...(avatarsOf.length > 0 ? [avatars.and('owner_id', 'in', avatarsOf)] : []),
        ])
      })
      .execute()
    const owners = new Set(avatarsOf)
    const links = readable.map(({ id, kind, owner_id }) => {
      const { url, expiresAt } = ctx.files.links.sign(ctx.caller, id, new Date())
      const isAsked = kind === 'avatar' && owner_id !== null && owners.has(owner_id)
      return { fileId: id, ...(isAsked && { ownerId: owner_id }), url, expiresAt: expiresAt.toISOString() }
    })
    return { links }
  },
})

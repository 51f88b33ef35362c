import { type FileLink, fileLinksInput } from '#domain/files/files.ts'
import { action } from '#server/platform/action.ts'

/**
 * Addresses for pictures in a page, which cannot send a token: for those of the files that the caller may read.
 *
 * Nothing is read of a file here; each use of an address asks the row again and is recorded.
 */
export const fileLinks = action({
  name: 'file-links',
  input: fileLinksInput,
  access: 'signed-in',
  // the policies say which: with limited access only one's own picture
  guardians: 'limited',
  async run(tx, ctx, { fileIds }): Promise<{ links: FileLink[] }> {
    if (fileIds.length === 0) return { links: [] }
    const readable = await tx
      .selectFrom('files')
      .select('id')
      .where('id', 'in', fileIds)
      .where('state', '=', 'ready')
      .execute()
    const links = readable.map(({ id }) => {
      const { url, expiresAt } = ctx.files.links.sign(ctx.caller, id, new Date())
      return { fileId: id, url, expiresAt: expiresAt.toISOString() }
    })
    return { links }
  },
})

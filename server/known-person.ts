import type { IncomingMessage } from 'node:http'
import type { AuthService } from './auth/service.ts'
import type { FileLinks } from './platform/files/file-links.ts'

/**
 * The sender of a request, from a token verified earlier or a link to a file, which an `<img>` sends instead of a token.
 * Verifies no token and reads no row.
 */
export function knownPerson(
  { url = '', headers }: Pick<IncomingMessage, 'url' | 'headers'>,
  auth: Pick<AuthService, 'rememberedPerson'>,
  links: Pick<FileLinks, 'open'>,
): string | null {
  const token = /^bearer (\S+)$/i.exec(headers.authorization ?? '')?.[1]
  if (token) return auth.rememberedPerson(token)
  const [, fileId = '', sealed] = /^\/files\/v1\/([\w-]+)\?link=([\w-]+)$/.exec(url) ?? []
  return sealed ? (links.open(sealed, fileId, new Date())?.userId ?? null) : null
}

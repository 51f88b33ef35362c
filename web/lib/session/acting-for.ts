import { paths } from '#domain/paths.ts'

/**
 * Requests made as the reader on every page. All others on a ward's page are made as guardian, so a forgotten call is
 * refused instead of changing the reader's own record (docs/decisions/0080).
 */
const asOneself: ReadonlySet<string> = new Set([
  '/rest/v1/clinic_memberships',
  '/rest/v1/rpc/get_users_by_ids',
  '/functions/v1/check-subscription',
  '/functions/v1/get-user-profiles',
  '/functions/v1/own-wards',
  '/functions/v1/accept-guardianship',
  '/functions/v1/end-guardianship',
])

/** The guardianship under which a page acts; null on the reader's own pages. */
export function guardianshipOn(pathname: string): string | null {
  const [, area = '', id = ''] = pathname.split('/')
  return `/${area}` === paths.family && id !== '' ? id : null
}

/**
 * The guardianship to send with a request.
 *
 * @param address of the request
 * @param pathname of the page
 */
export function guardianshipFor(address: string, pathname: string): string | null {
  const { pathname: asked } = new URL(address, 'http://localhost')
  const isActing = ['/rest/v1/', '/functions/v1/', '/files/v1/uploads'].some((path) => asked.startsWith(path))
  return isActing && !asOneself.has(asked) ? guardianshipOn(pathname) : null
}

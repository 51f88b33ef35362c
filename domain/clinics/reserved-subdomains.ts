import { paths, plannedPaths } from '../paths.ts'
import { isNodeName, isSubdomainShape } from '../tenancy.ts'

/** Names of the specification, services, mailboxes and the product (docs/threats.md 2). */
const reservedNames = `admin test app
  www api auth rest storage functions realtime graphql account accounts login signin signup join logout oauth sso id
  billing pay payments checkout stripe webhook webhooks mail smtp imap pop mx email autodiscover autoconfig mta-sts
  ns ns1 ns2 ns3 ns4 dns ftp sftp ssh vpn cdn static assets img media files upload uploads status health help support
  docs blog news about contact legal privacy terms security abuse postmaster hostmaster webmaster root system internal
  staging stage dev demo beta preview sandbox localhost wpad isatap broadcasthost null undefined none
  carefold care fold hooks ready calendars`

const pages: readonly string[] = [...Object.values(paths), ...plannedPaths.signedIn, ...plannedPaths.public]

/** Also includes the first segment of every page's path. */
export const reservedSubdomains: ReadonlySet<string> = new Set([
  ...reservedNames.split(/\s+/),
  ...pages.map((path) => path.split('/')[1] ?? '').filter((name) => name !== ''),
])

/** Null if allowed; only the database knows whether it is taken. */
export function subdomainProblem(name: string): 'subdomain_invalid' | 'subdomain_reserved' | null {
  const folded = name.trim().toLowerCase()
  if (reservedSubdomains.has(folded) || isNodeName(folded)) return 'subdomain_reserved'
  return isSubdomainShape(folded) ? null : 'subdomain_invalid'
}

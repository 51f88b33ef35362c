import { paths, plannedPaths } from '../paths.ts'
import { isSubdomainShape } from '../tenancy.ts'

/** The specification's three, then services, mailboxes and the product's own names (docs/threats.md 2). */
const reservedNames = `admin test app
  www api auth rest storage functions realtime graphql account accounts login signin signup join logout oauth sso id
  billing pay payments checkout stripe webhook webhooks mail smtp imap pop mx email autodiscover autoconfig mta-sts
  ns ns1 ns2 ns3 ns4 dns ftp sftp ssh vpn cdn static assets img media files upload uploads status health help support
  docs blog news about contact legal privacy terms security abuse postmaster hostmaster webmaster root system internal
  staging stage dev demo beta preview sandbox localhost wpad isatap broadcasthost null undefined none
  carefold care fold hooks ready calendars`

const pages: readonly string[] = [...Object.values(paths), ...plannedPaths.signedIn, ...plannedPaths.public]

/** Names no clinic may take; the first part of every page's path is one of them. */
export const reservedSubdomains: ReadonlySet<string> = new Set([
  ...reservedNames.split(/\s+/),
  ...pages.map((path) => path.split('/')[1] ?? '').filter((name) => name !== ''),
])

/** Why a clinic cannot have this name, or null. Whether it is taken only the database knows. */
export function subdomainProblem(name: string): 'subdomain_invalid' | 'subdomain_reserved' | null {
  const folded = name.trim().toLowerCase()
  if (reservedSubdomains.has(folded)) return 'subdomain_reserved'
  return isSubdomainShape(folded) ? null : 'subdomain_invalid'
}

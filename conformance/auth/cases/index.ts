import type { Family } from '../case.ts'
import { adminAudit } from './admin-audit.ts'
import { adminUsers } from './admin-users.ts'
import { bearer } from './bearer.ts'
import { bodies } from './bodies.ts'
import { factors } from './factors.ts'
import { generateLink } from './generate-link.ts'
import { invites, mailFlows } from './mail-flows.ts'
import { phones } from './phone.ts'
import { authorize, callback, identities, idTokenGrant } from './providers.ts'
import { publicEndpoints } from './public.ts'
import { anonymous, signup } from './signup.ts'
import { sso } from './sso.ts'
import { logout, passwordGrant, pkceGrant, refreshGrant } from './tokens.ts'
import { users } from './users.ts'
import { redirects, verify } from './verify.ts'

/** Every family of endpoints; a further one is a file beside these, named here. */
export const families: Family[] = [
  // first: the stand-in provider's tokens carry the machine's time, which other families leave behind
  idTokenGrant,
  bodies,
  bearer,
  signup,
  anonymous,
  phones,
  mailFlows,
  invites,
  verify,
  redirects,
  passwordGrant,
  refreshGrant,
  pkceGrant,
  logout,
  users,
  authorize,
  callback,
  identities,
  factors,
  adminUsers,
  generateLink,
  adminAudit,
  sso,
  publicEndpoints,
]

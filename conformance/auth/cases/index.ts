import type { Family } from '../case.ts'
import { adminAudit } from './admin/admin-audit.ts'
import { adminFactors } from './admin/admin-factors.ts'
import { adminUsersCreate } from './admin/admin-users-create.ts'
import { adminUsersDelete } from './admin/admin-users-delete.ts'
import { adminUsersRead } from './admin/admin-users-read.ts'
import { adminUsersUpdate } from './admin/admin-users-update.ts'
import { generateLink } from './admin/generate-link.ts'
import { invite } from './admin/invite.ts'
import { anonymous } from './anonymous.ts'
import { authorize } from './authorize.ts'
import { bearer } from './bearer.ts'
import { bodies } from './bodies.ts'
import { callback } from './callback.ts'
import { factorsChallenge } from './factors-challenge.ts'
import { factorsDelete } from './factors-delete.ts'
import { factorsEnroll } from './factors-enroll.ts'
import { factorsVerify } from './factors-verify.ts'
import { identities } from './identities.ts'
import { logout } from './logout.ts'
import { mailFlows } from './mail-flows.ts'
import { phoneChange } from './phone/phone-change.ts'
import { phoneOtp } from './phone/phone-otp.ts'
import { phoneSignup } from './phone/phone-signup.ts'
import { phoneVerify } from './phone/phone-verify.ts'
import { publicEndpoints } from './public.ts'
import { redirects } from './redirects.ts'
import { signup } from './signup.ts'
import { sso } from './sso.ts'
import { tokenIdToken } from './token-id-token.ts'
import { tokenPassword } from './token-password.ts'
import { tokenPkce } from './token-pkce.ts'
import { tokenRefresh } from './token-refresh.ts'
import { user } from './user.ts'
import { userPassword } from './user-password.ts'
import { verify } from './verify.ts'
import { verifyEmailChange } from './verify-email-change.ts'
import { verifyLink } from './verify-link.ts'

export const families: Family[] = [
  bodies,
  bearer,
  signup,
  anonymous,
  phoneSignup,
  phoneVerify,
  phoneOtp,
  phoneChange,
  mailFlows,
  invite,
  verify,
  verifyEmailChange,
  verifyLink,
  redirects,
  tokenPassword,
  tokenRefresh,
  tokenPkce,
  tokenIdToken,
  logout,
  user,
  userPassword,
  authorize,
  callback,
  identities,
  factorsEnroll,
  factorsChallenge,
  factorsVerify,
  factorsDelete,
  adminFactors,
  adminUsersCreate,
  adminUsersRead,
  adminUsersUpdate,
  adminUsersDelete,
  generateLink,
  adminAudit,
  sso,
  publicEndpoints,
]

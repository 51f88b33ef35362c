import { paths } from '#domain/paths.ts'
import { takeAfterLogin } from '#web/lib/after-login.ts'
import { withClinic } from '#web/lib/clinic-address.ts'

/** Where somebody goes once they belong to a clinic: home, or back to the plan they had chosen before they had an account. */
export function afterJoin(): string {
  const remembered = takeAfterLogin()
  return withClinic(remembered?.startsWith(paths.joinPlan) ? remembered : paths.home)
}

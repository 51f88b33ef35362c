import { paths } from '#domain/paths.ts'
import { withClinic } from '#web/lib/clinic/clinic-address.ts'
import { takeAfterLogin } from '#web/lib/session/after-login.ts'

export function afterJoin(): string {
  const remembered = takeAfterLogin()
  return withClinic(remembered?.startsWith(paths.joinPlan) ? remembered : paths.home)
}

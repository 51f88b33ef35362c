import { withClinic } from '../../lib/clinic-address.ts'
import { paths } from '../../paths.ts'

/** Where somebody goes once they belong to a clinic. */
export function afterJoin(): string {
  return withClinic(paths.home)
}

import { feature } from '#server/clinic/feature.ts'
import { changeTeamAccess } from './change-team-access.ts'
import { setPermissionSets } from './set-permission-sets.ts'

export const teamFeature = feature({
  actions: [changeTeamAccess, setPermissionSets],
})

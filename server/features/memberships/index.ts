import { feature } from '#server/platform/feature.ts'
import { activateMembership } from './activate-membership.ts'
import { clinicJoin } from './clinic-join.ts'
import { exportMembers } from './export-members.ts'
import { getUserProfiles } from './get-user-profiles.ts'
import { joinClinic } from './join-clinic.ts'
import { leaveClinic } from './leave-clinic.ts'
import { listMembers } from './list-members.ts'
import { person } from './person.ts'
import { personLooks } from './person-looks.ts'
import { removeMember } from './remove-member.ts'
import { searchPeople } from './search-people.ts'
import { setTenantClaim } from './set-tenant-claim.ts'
import { transferOwnership } from './transfer-ownership.ts'

export const membershipsFeature = feature({
  actions: [
    clinicJoin,
    activateMembership,
    joinClinic,
    setTenantClaim,
    getUserProfiles,
    listMembers,
    exportMembers,
    searchPeople,
    person,
    personLooks,
    transferOwnership,
    removeMember,
    leaveClinic,
  ],
})

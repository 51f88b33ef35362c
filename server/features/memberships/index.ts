import { feature } from '#server/clinic/feature.ts'
import { deactivateMember } from './deactivate-member.ts'
import { exportMembers } from './export-members.ts'
import { getUserProfiles } from './get-user-profiles.ts'
import { activateMembership } from './joining/activate-membership.ts'
import { clinicJoin } from './joining/clinic-join.ts'
import { joinClinic } from './joining/join-clinic.ts'
import { setTenantClaim } from './joining/set-tenant-claim.ts'
import { leaveClinic } from './leave-clinic.ts'
import { listMembers } from './list-members.ts'
import { person } from './person.ts'
import { personLooks } from './person-looks.ts'
import { countQuietInClinic, countQuietMembers } from './quiet/count-quiet-members.ts'
import { quietMembers } from './quiet/quiet-members.ts'
import { removeMember } from './remove-member.ts'
import { findPatients } from './search/find-patients.ts'
import { recentPeople } from './search/recent-people.ts'
import { searchPeople } from './search/search-people.ts'
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
    findPatients,
    recentPeople,
    searchPeople,
    person,
    personLooks,
    transferOwnership,
    removeMember,
    deactivateMember,
    leaveClinic,
    quietMembers,
  ],
  jobs: [countQuietMembers, countQuietInClinic],
})

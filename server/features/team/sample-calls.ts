import type { SampleCalls } from '#server/tests/threats/actors/sample-call.ts'
import { aStaffMember } from '#testing/sign-in/people.ts'

export const calls: SampleCalls = {
  'change-team-access': {
    input: async ({ test, world }) => {
      const colleague = await aStaffMember(test.db, world.clinics.one)
      return { membershipId: colleague.membershipId, access: 'read-only' }
    },
  },
  'set-permission-sets': {
    input: async ({ test, world }) => {
      const colleague = await aStaffMember(test.db, world.clinics.one)
      return { membershipId: colleague.membershipId, permissionSets: ['money'] }
    },
    freshProof: true,
  },
}

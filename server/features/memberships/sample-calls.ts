import { provenPatients, type SampleCalls } from '#server/tests/threats/actors/sample-call.ts'
import { anAppointment } from '#testing/appointments.ts'
import { aGuestAddress } from '#testing/invitations.ts'
import { aPatient, aStaffMember } from '#testing/sign-in/people.ts'

export const calls: SampleCalls = {
  'quiet-members': {
    input: () => ({ days: 60 }),
  },
  'clinic-join': {
    input: ({ world }) => ({
      email: aGuestAddress(),
      password: 'a quiet long password',
      name: 'Dana',
      subdomain: world.clinics.one.subdomain,
    }),
    limit: 'clinic-join',
  },
  'activate-membership': {
    input: ({ world }) => ({ clinicId: world.clinics.one.id }),
    answers: {
      patients: 'ok',
      team: 'ok',
      billing: 'ok',
      deactivated: 'membership_suspended',
      pending: 'email_not_confirmed',
      rest: 'invitation_invalid',
    },
    foreign: 'invitation_invalid',
  },
  'join-clinic': {
    input: ({ world }) => ({ clinicId: world.clinics.one.id }),
    // the join page is open: a user with a confirmed address becomes a patient, former team members too
    answers: { deactivated: 'membership_suspended', pending: 'email_not_confirmed', rest: 'ok' },
  },
  'set-tenant-claim': {
    input: ({ world }) => ({ clinicId: world.clinics.one.id }),
    answers: {
      foreignAdmin: 'not_found',
      removed: 'not_found',
      outsider: 'not_found',
      rest: 'ok',
    },
  },
  'get-user-profiles': {
    input: ({ world }) => ({ userIds: [world.owners.patient.userId] }),
    answers: { rest: 'ok' },
    foreign: 'ok 0',
  },
  'list-members': {
    input: () => ({}),
    ids: ({ world }) => ({ afterId: world.owners.patient.membershipId }),
    foreign: 'ok',
  },
  'export-members': {
    input: () => ({}),
    freshProof: true,
  },
  'find-patients': {
    input: () => ({ text: 'ro' }),
  },
  'recent-people': {
    input: ({ world }) => ({ ids: [world.owners.patient.membershipId] }),
  },
  'search-people': {
    input: () => ({ text: 'ro' }),
  },
  person: {
    input: ({ world }) => ({ personId: world.owners.patient.membershipId }),
  },
  'person-looks': {
    input: ({ world }) => ({ patientId: world.owners.patient.patientId }),
  },
  'transfer-ownership': {
    input: async ({ test, world }) => {
      const heir = await aStaffMember(test.db, world.clinics.one, { role: 'admin' })
      return { membershipId: heir.membershipId }
    },
    freshProof: true,
  },
  'remove-member': {
    input: async ({ test, world }) => {
      const leaver = await aPatient(test.db, world.clinics.one)
      return { membershipId: leaver.membershipId }
    },
  },
  'deactivate-member': {
    input: async ({ test, world }) => {
      const colleague = await aStaffMember(test.db, world.clinics.one)
      return { membershipId: colleague.membershipId }
    },
  },
  'leave-clinic': {
    input: () => ({ confirmed: false }),
    answers: provenPatients,
    // a decision about a visit that is not listed decides nothing
    ids: async ({ test, world }) => {
      const { one } = world.clinics
      const { id } = await anAppointment(test.db, one, await aPatient(test.db, one))
      return { visits: [{ appointmentId: id, decision: 'cancel' }] }
    },
    foreign: 'ok',
  },
}

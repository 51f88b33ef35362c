import { feature } from '#server/clinic/feature.ts'
import { invitePatient } from './invite-patient.ts'
import { ownInvitations } from './own-invitations.ts'
import { resendInvitation } from './resend-invitation.ts'
import { revokeInvitation } from './revoke-invitation.ts'

export const invitationsFeature = feature({
  actions: [invitePatient, ownInvitations, resendInvitation, revokeInvitation],
})

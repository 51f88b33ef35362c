import { feature } from '#server/clinic/feature.ts'
import { countUninvited } from './count-uninvited.ts'
import { invitePatient } from './invite-patient.ts'
import { inviteUninvited, inviteUninvitedJob } from './invite-uninvited.ts'
import { ownInvitations } from './own-invitations.ts'
import { resendInvitation } from './resend-invitation.ts'
import { revokeInvitation } from './revoke-invitation.ts'

export const invitationsFeature = feature({
  actions: [
    countUninvited,
    invitePatient,
    inviteUninvited,
    ownInvitations,
    resendInvitation,
    revokeInvitation,
  ],
  jobs: [inviteUninvitedJob],
})

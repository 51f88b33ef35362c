import type { InvitationView } from '#domain/invitations/invitations.ts'
import { invitationTexts } from '#domain/texts/invitations.ts'

/** For the notice after a mail was sent: what happened to the link in an earlier one. */
export function describeSent({ endsEarlierLink }: InvitationView): { description?: string } {
  return endsEarlierLink ? { description: invitationTexts.dialog.earlierLinkEnded } : {}
}

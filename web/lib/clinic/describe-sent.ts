import type { InvitationView } from '#domain/invitations/invitations.ts'
import { invitationTexts } from '#domain/texts/invitations.ts'

/** The notice after a mail was sent: it says if the link in an earlier mail ended. */
export function describeSent({ endsEarlierLink }: InvitationView): { description?: string } {
  return endsEarlierLink ? { description: invitationTexts.dialog.earlierLinkEnded } : {}
}

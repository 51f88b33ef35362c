import { Ellipsis, MailPlus, UserRoundCheck, UserRoundX, UserX } from 'lucide-react'
import { useState } from 'react'
import type { MemberView } from '#domain/member-list.ts'
import { memberTexts } from '#domain/texts/members.ts'
import { AlertDialog } from '../../components/ui/alert-dialog.tsx'
import { Button } from '../../components/ui/button.tsx'
import {
  DropdownMenu,
  DropdownMenuContent,
  DropdownMenuItem,
  DropdownMenuTrigger,
} from '../../components/ui/dropdown-menu.tsx'
import { useMemberActions } from './use-member-actions.ts'

const texts = memberTexts

/** What can be done to a member, at the end of the row. Absent where nothing can: on oneself and on the owner. */
export function MemberMenu({
  member,
  isYou,
  clinicName,
}: {
  member: MemberView
  isYou: boolean
  clinicName: string
}) {
  const { setStatus, remove, resend } = useMemberActions()
  const [asked, setAsked] = useState<'deactivate' | 'remove' | null>(null)
  if (isYou || member.isOwner) return null
  const isBusy = setStatus.isPending || remove.isPending || resend.isPending
  // somebody who has no account yet cannot be made active: their invitation does that
  const canActivate = member.status !== 'active' && member.userId !== null

  return (
    <>
      <DropdownMenu>
        <DropdownMenuTrigger asChild>
          <Button variant="quiet" size="icon" aria-label={texts.actions.open(member.name)} disabled={isBusy}>
            <Ellipsis aria-hidden />
          </Button>
        </DropdownMenuTrigger>
        <DropdownMenuContent>
          {member.status === 'active' && (
            <DropdownMenuItem onSelect={() => setAsked('deactivate')}>
              <UserRoundX aria-hidden />
              {texts.actions.deactivate}
            </DropdownMenuItem>
          )}
          {canActivate && (
            <DropdownMenuItem onSelect={() => setStatus.mutate({ member, status: 'active' })}>
              <UserRoundCheck aria-hidden />
              {texts.actions.activate}
            </DropdownMenuItem>
          )}
          {member.invitation && (
            <DropdownMenuItem onSelect={() => resend.mutate(member)}>
              <MailPlus aria-hidden />
              {texts.actions.resend}
            </DropdownMenuItem>
          )}
          <DropdownMenuItem danger onSelect={() => setAsked('remove')}>
            <UserX aria-hidden />
            {texts.actions.remove}
          </DropdownMenuItem>
        </DropdownMenuContent>
      </DropdownMenu>
      <AlertDialog
        open={asked === 'deactivate'}
        onOpenChange={(isOpen) => !isOpen && setAsked(null)}
        title={texts.deactivateTitle(member.name)}
        consequence={texts.deactivateConsequence(member.name, clinicName)}
        safeLabel={texts.deactivateKeep}
        actionLabel={texts.deactivateConfirm}
        isBusy={setStatus.isPending}
        onAction={() => setStatus.mutate({ member, status: 'invited' }, { onSettled: () => setAsked(null) })}
      />
      <AlertDialog
        open={asked === 'remove'}
        onOpenChange={(isOpen) => !isOpen && setAsked(null)}
        title={
          member.invitation
            ? texts.removeInvitationTitle(member.invitation.email)
            : texts.removeTitle(member.name)
        }
        consequence={
          member.invitation
            ? texts.removeInvitationConsequence
            : texts.removeConsequence(member.name, clinicName)
        }
        safeLabel={texts.removeKeep}
        actionLabel={texts.removeConfirm}
        isBusy={remove.isPending}
        onAction={() => remove.mutate(member, { onSettled: () => setAsked(null) })}
      />
    </>
  )
}

import { CircleSlash, Ellipsis, MailPlus, Undo2, UserRoundCheck, UserRoundX, UserX } from 'lucide-react'
import { useState } from 'react'
import { dateInText } from '#domain/dates.ts'
import type { MemberView } from '#domain/memberships/member-list.ts'
import { membershipTexts } from '#domain/texts/memberships.ts'
import { DateText } from '#web/components/date-text.tsx'
import { AlertDialog } from '#web/components/ui/alert-dialog.tsx'
import { Button } from '#web/components/ui/button.tsx'
import {
  DropdownMenu,
  DropdownMenuContent,
  DropdownMenuItem,
  DropdownMenuLabel,
  DropdownMenuTrigger,
} from '#web/components/ui/dropdown-menu.tsx'
import { useMemberActions } from './use-member-actions.ts'
import { usePlanEnding } from './use-plan-ending.ts'

const texts = membershipTexts

/** The actions on a member. Absent where there are none: on oneself and on the owner. */
export function MemberMenu({
  member,
  isYou,
  clinic,
}: {
  member: MemberView
  isYou: boolean
  clinic: { name: string; time_zone: string }
}) {
  const { setStatus, remove, resend } = useMemberActions()
  const { cancelPlan, keepPlan } = usePlanEnding()
  const [asked, setAsked] = useState<'deactivate' | 'cancel-plan' | 'remove' | null>(null)
  if (isYou || member.isOwner) return null
  const isBusy = [setStatus, remove, resend, cancelPlan, keepPlan].some(({ isPending }) => isPending)
  const { plan } = member
  // without an account a member becomes active only by accepting the invitation
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
          {/* what a phone's row has no place for */}
          <DropdownMenuLabel className="sm:hidden">
            {texts.columns.joined}: <DateText value={member.joinedAt} timeZone={clinic.time_zone} />
            <span className="block">
              {texts.columns.lastActive}:{' '}
              {member.lastActiveAt ? (
                <DateText value={member.lastActiveAt} timeZone={clinic.time_zone} />
              ) : (
                texts.notYetActive
              )}
            </span>
          </DropdownMenuLabel>
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
          {plan?.isRunning && !plan.endsAt && (
            <DropdownMenuItem onSelect={() => setAsked('cancel-plan')}>
              <CircleSlash aria-hidden />
              {texts.actions.cancelPlan}
            </DropdownMenuItem>
          )}
          {plan?.isRunning && plan.endsAt && (
            <DropdownMenuItem onSelect={() => keepPlan.mutate(plan)}>
              <Undo2 aria-hidden />
              {texts.actions.keepPlan}
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
        consequence={texts.deactivateConsequence(member.name, clinic.name)}
        safeLabel={texts.deactivateKeep}
        actionLabel={texts.deactivateConfirm}
        isBusy={setStatus.isPending}
        onAction={() => setStatus.mutate({ member, status: 'invited' }, { onSettled: () => setAsked(null) })}
      />
      {plan && (
        <AlertDialog
          open={asked === 'cancel-plan'}
          onOpenChange={(isOpen) => !isOpen && setAsked(null)}
          title={texts.cancelPlan.title(plan.name, member.name)}
          consequence={texts.cancelPlan.consequence(dateInText(plan.paidUntil, clinic.time_zone))}
          safeLabel={texts.cancelPlan.keep}
          actionLabel={texts.cancelPlan.confirm}
          isBusy={cancelPlan.isPending}
          onAction={() =>
            cancelPlan.mutate({ plan, timeZone: clinic.time_zone }, { onSettled: () => setAsked(null) })
          }
        />
      )}
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
            : texts.removeConsequence(member.name, clinic.name)
        }
        safeLabel={texts.removeKeep}
        actionLabel={removeLabel(member)}
        isBusy={remove.isPending}
        onAction={() => remove.mutate(member, { onSettled: () => setAsked(null) })}
      >
        {member.plansToCancel.map(({ subscriptionId, name, paidUntil }) => (
          <p key={subscriptionId} className="mt-3">
            {texts.removeWithPlan.plan(name, dateInText(paidUntil, clinic.time_zone))}
          </p>
        ))}
      </AlertDialog>
    </>
  )
}

function removeLabel({ invitation, plansToCancel }: MemberView): string {
  if (invitation) return texts.revokeConfirm
  return plansToCancel.length > 0 ? texts.removeWithPlan.confirm(plansToCancel.length) : texts.removeConfirm
}

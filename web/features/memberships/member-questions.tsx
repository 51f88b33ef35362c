import { useQuery } from '@tanstack/react-query'
import { Fragment } from 'react'
import { dateInText } from '#domain/dates.ts'
import type { MemberView } from '#domain/memberships/member-list.ts'
import { membershipTexts } from '#domain/texts/memberships.ts'
import { RetentionList } from '#web/components/retention-list.tsx'
import { AlertDialog } from '#web/components/ui/alert-dialog.tsx'
import { clinicPlaceQuery } from '#web/lib/clinic-places.ts'
import type { Clinic } from '#web/lib/current-clinic.ts'
import { MissedNotice } from './missed-notice.tsx'
import type { useMemberActions } from './use-member-actions.ts'
import type { usePlanEnding } from './use-plan-ending.ts'

const texts = membershipTexts

/** The actions that ask first. */
export type AskedAction = 'deactivate' | 'cancel-plan' | 'make-owner' | 'revoke' | 'remove'

/** The question before an action that takes something away from somebody. */
export function MemberQuestions({
  asked,
  onClose,
  member,
  clinic,
  actions: { setStatus, remove, revoke, makeOwner },
  plans: { cancelPlan },
}: {
  asked: AskedAction | null
  onClose(): void
  member: MemberView
  clinic: Clinic
  actions: ReturnType<typeof useMemberActions>
  plans: ReturnType<typeof usePlanEnding>
}) {
  const { plan } = member
  const endsPlan = asked === 'cancel-plan' || asked === 'remove'
  const { data: place = null } = useQuery({ ...clinicPlaceQuery(clinic), enabled: endsPlan })
  const of = (action: AskedAction) => ({
    open: asked === action,
    onOpenChange: (isOpen: boolean) => {
      if (!isOpen) onClose()
    },
  })
  const closing = { onSettled: onClose }
  return (
    <>
      <AlertDialog
        {...of('deactivate')}
        title={texts.deactivateTitle(member.name)}
        consequence={texts.deactivateConsequence(member.name, clinic.name)}
        safeLabel={texts.deactivateKeep}
        actionLabel={texts.deactivateConfirm}
        isBusy={setStatus.isPending}
        onAction={() => setStatus.mutate({ member, status: 'invited' }, closing)}
      />
      {plan && (
        <AlertDialog
          {...of('cancel-plan')}
          title={texts.cancelPlan.title(plan.name, member.name)}
          consequence={texts.cancelPlan.consequence(dateInText(plan.paidUntil, clinic.time_zone))}
          safeLabel={texts.cancelPlan.keep}
          actionLabel={texts.cancelPlan.confirm}
          isBusy={cancelPlan.isPending}
          onAction={() => cancelPlan.mutate({ plan, timeZone: clinic.time_zone }, closing)}
        >
          <MissedNotice place={place} endsAt={plan.paidUntil} timeZone={clinic.time_zone} />
        </AlertDialog>
      )}
      <AlertDialog
        {...of('make-owner')}
        title={texts.makeOwner.title(member.name)}
        consequence={texts.makeOwner.consequence(member.name, clinic.name)}
        safeLabel={texts.makeOwner.keep}
        actionLabel={texts.makeOwner.confirm}
        isBusy={makeOwner.isPending}
        onAction={() => makeOwner.mutate({ member, clinicName: clinic.name }, closing)}
      />
      <AlertDialog
        {...of('revoke')}
        title={texts.removeInvitationTitle(member.email)}
        consequence={texts.removeInvitationConsequence}
        safeLabel={texts.removeKeep}
        actionLabel={texts.revokeConfirm}
        isBusy={revoke.isPending}
        onAction={() => revoke.mutate(member, closing)}
      />
      <AlertDialog
        {...of('remove')}
        title={texts.removeTitle(member.name)}
        consequence={texts.removeConsequence(member.name, clinic.name)}
        safeLabel={texts.removeKeep}
        actionLabel={
          member.plansToCancel.length > 0
            ? texts.removeWithPlan.confirm(member.plansToCancel.length)
            : texts.removeConfirm
        }
        isBusy={remove.isPending}
        onAction={() => remove.mutate(member, closing)}
      >
        {member.plansToCancel.map(({ subscriptionId, name, paidUntil }) => (
          <Fragment key={subscriptionId}>
            <p className="mt-3">{texts.removeWithPlan.plan(name, dateInText(paidUntil, clinic.time_zone))}</p>
            <MissedNotice place={place} endsAt={paidUntil} timeZone={clinic.time_zone} />
          </Fragment>
        ))}
        {member.patientId && (
          <RetentionList timeZone={clinic.time_zone} paidUntil={plan?.isRunning ? [plan.paidUntil] : []} />
        )}
      </AlertDialog>
    </>
  )
}

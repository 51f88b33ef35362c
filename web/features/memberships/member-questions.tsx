import { useQuery } from '@tanstack/react-query'
import { Fragment } from 'react'
import type { MemberPlan, MemberView } from '#domain/memberships/member-list.ts'
import { isOverdue } from '#domain/subscriptions/plan-standing.ts'
import { membershipTexts } from '#domain/texts/memberships.ts'
import { openAmountTexts } from '#domain/texts/subscriptions.ts'
import { dateInText } from '#domain/values/dates.ts'
import { type OpenAmount, useOpenAmount } from '#web/components/open-amount.tsx'
import { RetentionList } from '#web/components/retention-list.tsx'
import { AlertDialog } from '#web/components/ui/alert-dialog.tsx'
import { drawnLate } from '#web/components/ui/layers/late-layer.tsx'
import { clinicPlaceQuery } from '#web/lib/clinic/clinic-places.ts'
import type { Clinic } from '#web/lib/clinic/current-clinic.ts'
import { MissedNotice } from './missed-notice.tsx'
import type { useMemberActions } from './use-member-actions.ts'
import type { usePlanEnding } from './use-plan-ending.ts'

const texts = membershipTexts

const LeavingDialog = drawnLate(() => import('#web/components/people/leaving-dialog.tsx'))

export type AskedAction = 'deactivate' | 'cancel-plan' | 'make-owner' | 'revoke' | 'remove'

export function MemberQuestions({
  asked,
  onClose,
  member,
  clinic,
  actions: { deactivate, remove, revoke, makeOwner },
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
  const isPatient = member.role === 'patient'
  const endsPlan = asked === 'cancel-plan' || asked === 'remove'
  const asksFor = asked === 'remove' ? member.plansToCancel : asked === 'cancel-plan' && plan ? [plan] : []
  const { question, decide, reset } = useOpenAmount(openAmountOf(asksFor), openAmountTexts.clinic)
  const { data: place = null } = useQuery({ ...clinicPlaceQuery(clinic), enabled: endsPlan })
  const of = (action: AskedAction) => ({
    open: asked === action,
    onOpenChange: (isOpen: boolean) => {
      if (!isOpen) close()
    },
  })
  const close = () => {
    reset()
    onClose()
  }
  const closing = { onSettled: close }
  return (
    <>
      {asked === 'deactivate' && (
        <LeavingDialog
          slug={clinic.subdomain}
          membershipId={member.id}
          whose={isPatient ? null : 'provider'}
          title={texts.deactivateTitle(member.name)}
          consequence={texts.deactivateConsequence(member.name, clinic.name)}
          safeLabel={texts.deactivateKeep}
          actionLabel={texts.deactivateConfirm}
          isBusy={deactivate.isPending}
          onLeave={(visits) => deactivate.mutateAsync({ member, visits })}
          onClose={close}
        />
      )}
      {plan && (
        <AlertDialog
          {...of('cancel-plan')}
          title={texts.cancelPlan.title(plan.name, member.name)}
          consequence={
            isOverdue(plan.standing)
              ? texts.cancelPlan.overdue
              : texts.cancelPlan.consequence(dateInText(plan.paidUntil, clinic.time_zone))
          }
          safeLabel={texts.cancelPlan.keep}
          actionLabel={texts.cancelPlan.confirm}
          isBusy={cancelPlan.isPending}
          onAction={() => {
            const decision = decide()
            if (decision === undefined) return
            cancelPlan.mutate({ plan, timeZone: clinic.time_zone, open: decision }, closing)
          }}
        >
          {question}
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
      {asked === 'remove' && (
        <LeavingDialog
          slug={clinic.subdomain}
          membershipId={member.id}
          whose={isPatient ? 'patient' : 'provider'}
          title={texts.removeTitle(member.name)}
          consequence={texts.removeConsequence(member.name, clinic.name)}
          safeLabel={texts.removeKeep}
          actionLabel={
            member.plansToCancel.length > 0
              ? texts.removeWithPlan.confirm(member.plansToCancel.length)
              : texts.removeConfirm
          }
          isBusy={remove.isPending}
          onLeave={(visits) => {
            const open = decide()
            return open === undefined ? undefined : remove.mutateAsync({ member, open, visits })
          }}
          onClose={close}
        >
          {member.plansToCancel.map(({ subscriptionId, name, paidUntil, standing }) => (
            <Fragment key={subscriptionId}>
              <p className="mt-3">
                {isOverdue(standing)
                  ? texts.removeWithPlan.overdue(name)
                  : texts.removeWithPlan.plan(name, dateInText(paidUntil, clinic.time_zone))}
              </p>
              <MissedNotice place={place} endsAt={paidUntil} timeZone={clinic.time_zone} />
            </Fragment>
          ))}
          {question}
          {member.patientId && (
            <RetentionList timeZone={clinic.time_zone} paidUntil={plan?.isRunning ? [plan.paidUntil] : []} />
          )}
        </LeavingDialog>
      )}
    </>
  )
}

function openAmountOf(plans: readonly MemberPlan[]): OpenAmount | null {
  const open = plans.flatMap(({ standing }) =>
    isOverdue(standing) && 'open' in standing ? (standing.open ?? []) : [],
  )
  const [first] = open
  return first
    ? { amountCents: open.reduce((sum, { cents }) => sum + cents, 0), currency: first.currency }
    : null
}

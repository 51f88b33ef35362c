import { useMutation } from '@tanstack/react-query'
import type { VisitDecisions } from '#domain/appointments/visits-ahead.ts'
import type { MemberView } from '#domain/memberships/member-list.ts'
import type { OpenAmountChoice } from '#domain/subscriptions/inputs.ts'
import { membershipTexts } from '#domain/texts/memberships.ts'
import { useResendInvitation } from '#web/components/access/use-resend-invitation.ts'
import { toast } from '#web/components/ui/toast.ts'
import { callFunction, rest } from '#web/lib/fetch/api.ts'
import { ApiError } from '#web/lib/fetch/api-error.ts'
import { useRefreshClinic } from '#web/lib/fetch/refresh-clinic.ts'
import { describeRefusal } from '#web/lib/fetch/refusals.ts'
import { serverNow } from '#web/lib/page/clock.ts'

/** An admin's actions on a member, in the specification's wording; each refetches the list. */
export function useMemberActions() {
  // not awaited: the dialog closes at once, the list updates later
  const refresh = useRefreshClinic()
  const onSettled = () => void refresh()

  const activate = useMutation({
    mutationFn: async ({ member }: { member: MemberView }) => {
      const { data, error } = await rest
        .from('clinic_memberships')
        .update({ status: 'active', updated_at: serverNow().toISOString() })
        .eq('id', member.id)
        .select('id')
      if (error) throw error
      requireOneRow(data)
    },
    onSuccess: () =>
      toast.success(membershipTexts.statusUpdated, {
        description: membershipTexts.statusUpdatedDetail('active'),
      }),
    onError: (error) => toast.error(membershipTexts.statusFailed, describeRefusal(error)),
    onSettled,
  })

  const deactivate = useMutation({
    mutationFn: ({ member, visits }: { member: MemberView; visits: VisitDecisions }) =>
      callFunction('deactivate-member', { membershipId: member.id, visits }),
    onSuccess: (answer) =>
      'ahead' in answer ||
      toast.success(membershipTexts.statusUpdated, {
        description: membershipTexts.statusUpdatedDetail('invited'),
      }),
    onError: (error) => toast.error(membershipTexts.statusFailed, describeRefusal(error)),
    onSettled,
  })

  const remove = useMutation({
    mutationFn: ({
      member,
      ...decisions
    }: {
      member: MemberView
      open: OpenAmountChoice
      visits: VisitDecisions
    }) => callFunction('remove-member', { membershipId: member.id, ...decisions }),
    onSuccess: (answer) => {
      if ('ahead' in answer) return
      const { canceled, isConfirmed } = answer
      if (isConfirmed)
        toast.success(membershipTexts.removed, {
          description: canceled > 0 ? membershipTexts.removeWithPlan.done : membershipTexts.removedDetail,
        })
      else toast.info(membershipTexts.removed, { description: membershipTexts.removeWithPlan.waits })
    },
    onError: (error) => toast.error(membershipTexts.removeFailed, describeRefusal(error)),
    onSettled,
  })

  const resend = useResendInvitation()

  const revoke = useMutation({
    mutationFn: ({ id }: MemberView) => callFunction('revoke-invitation', { membershipId: id }),
    onSuccess: (_answer, { email }) =>
      toast.success(membershipTexts.revoked, { description: membershipTexts.revokedDetail(email) }),
    onError: (error) => toast.error(membershipTexts.revokeFailed, describeRefusal(error)),
    onSettled,
  })

  const makeOwner = useMutation({
    mutationFn: ({ member }: { member: MemberView; clinicName: string }) =>
      callFunction('transfer-ownership', { membershipId: member.id }),
    onSuccess: (_answer, { member, clinicName }) =>
      toast.success(membershipTexts.makeOwner.done, {
        description: membershipTexts.makeOwner.doneDetail(member.name, clinicName),
      }),
    onError: (error) => toast.error(membershipTexts.makeOwner.failed, describeRefusal(error)),
    onSettled,
  })

  return { activate, deactivate, remove, resend, revoke, makeOwner }
}

// Postgres reports no error for a change that policies forbid: it affects no row
function requireOneRow(rows: unknown[]): void {
  if (rows.length !== 1) throw new ApiError('nothing_changed', 0, membershipTexts.nothingChanged)
}

import { useMutation } from '@tanstack/react-query'
import type { VisitDecisions } from '#domain/appointments/visits-ahead.ts'
import type { MemberView } from '#domain/memberships/member-list.ts'
import type { PermissionSet } from '#domain/permissions.ts'
import type { TeamAccess } from '#domain/team/team.ts'
import { teamTexts } from '#domain/texts/team.ts'
import { useResendInvitation } from '#web/components/access/use-resend-invitation.ts'
import { toast } from '#web/components/ui/toast.ts'
import { callFunction } from '#web/lib/fetch/api.ts'
import { useRefreshClinic } from '#web/lib/fetch/refresh-clinic.ts'
import { describeRefusal } from '#web/lib/fetch/refusals.ts'

const texts = teamTexts

/** An admin's actions on the team; each refetches the list. */
export function useTeamActions() {
  // not awaited: the dialog closes at once, the list updates later
  const refresh = useRefreshClinic()
  const onSettled = () => void refresh()

  const setAccess = useMutation({
    mutationFn: ({ member, access }: { member: MemberView; access: TeamAccess }) =>
      callFunction('change-team-access', { membershipId: member.id, access }),
    onSuccess: (_, { member, access }) =>
      toast.success(texts.edit.done, {
        description: texts.edit.doneDetail(member.name, texts.accesses[access]),
      }),
    onError: (error) => toast.error(texts.edit.failed, describeRefusal(error)),
    onSettled,
  })

  const setPermissions = useMutation({
    mutationFn: ({ member, sets }: { member: MemberView; sets: readonly PermissionSet[] }) =>
      callFunction('set-permission-sets', { membershipId: member.id, permissionSets: [...sets] }),
    onSuccess: (_, { member }) => toast.success(texts.permissions.done(member.name)),
    onError: (error) => toast.error(texts.permissions.failed, describeRefusal(error)),
    onSettled,
  })

  const remove = useMutation({
    mutationFn: async (members: readonly MemberView[]) => {
      const kept: { member: MemberView; error: unknown }[] = []
      const ahead: MemberView[] = []
      // sequential and independent: a failure does not stop the rest
      for (const member of members) {
        await removeOne(member).then(
          (answer) => 'ahead' in answer && ahead.push(member),
          (error: unknown) => kept.push({ member, error }),
        )
      }
      if (kept[0] && kept.length === members.length) throw kept[0].error
      return { kept: kept.map(({ member }) => member), ahead }
    },
    onSuccess: ({ kept, ahead }, members) => {
      const gone = members.length - kept.length - ahead.length
      const names = (some: readonly MemberView[]) => some.map(({ name }) => name).join(', ')
      const description = [
        kept.length > 0 && texts.remove.someFailed(names(kept)),
        ahead.length > 0 && texts.remove.someAhead(names(ahead)),
      ]
        .filter(Boolean)
        .join(' ')
      const [only] = members
      if (gone === 0) toast.info(texts.remove.doneNone, { description })
      else
        toast.success(
          members.length === 1 && only ? texts.remove.done(only.name) : texts.remove.doneSeveral(gone),
          description ? { description } : {},
        )
    },
    onError: (error) => toast.error(texts.remove.failed, describeRefusal(error)),
    onSettled,
  })

  const leave = useMutation({
    mutationFn: ({ member, visits }: { member: MemberView; visits: VisitDecisions }) =>
      callFunction('remove-member', { membershipId: member.id, visits }),
    onSuccess: (answer, { member }) => 'ahead' in answer || toast.success(texts.remove.done(member.name)),
    onError: (error) => toast.error(texts.remove.failed, describeRefusal(error)),
    onSettled,
  })

  const resend = useResendInvitation()

  const makeOwner = useMutation({
    mutationFn: (member: MemberView) => callFunction('transfer-ownership', { membershipId: member.id }),
    onSuccess: (_, member) => toast.success(texts.owner.done(member.name)),
    onError: (error) => toast.error(texts.owner.failed, describeRefusal(error)),
    onSettled,
  })

  return { setAccess, setPermissions, remove, leave, resend, makeOwner }
}

export type TeamActions = ReturnType<typeof useTeamActions>

function removeOne({ id: membershipId, invitation }: MemberView): Promise<object> {
  return invitation
    ? callFunction('revoke-invitation', { membershipId })
    : callFunction('remove-member', { membershipId })
}

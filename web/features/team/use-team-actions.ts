import { useMutation } from '@tanstack/react-query'
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
      // sequential and independent: a failure does not stop the rest
      for (const member of members) {
        await removeOne(member).catch((error: unknown) => kept.push({ member, error }))
      }
      if (kept[0] && kept.length === members.length) throw kept[0].error
      return kept
    },
    onSuccess: (kept, members) => {
      const gone = members.length - kept.length
      const [only] = members
      toast.success(
        members.length === 1 && only ? texts.remove.done(only.name) : texts.remove.doneSeveral(gone),
        kept.length > 0
          ? { description: texts.remove.someFailed(kept.map(({ member }) => member.name).join(', ')) }
          : {},
      )
    },
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

  return { setAccess, setPermissions, remove, resend, makeOwner }
}

export type TeamActions = ReturnType<typeof useTeamActions>

async function removeOne(member: MemberView): Promise<void> {
  const action = member.invitation ? 'revoke-invitation' : 'remove-member'
  await callFunction(action, { membershipId: member.id })
}

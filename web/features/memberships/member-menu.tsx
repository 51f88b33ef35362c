import {
  CircleSlash,
  CircleUserRound,
  Crown,
  Ellipsis,
  MailPlus,
  MailX,
  MessagesSquare,
  Pencil,
  Undo2,
  UserRoundCheck,
  UserRoundX,
  UserX,
} from 'lucide-react'
import { lazy, Suspense, useState } from 'react'
import { Link } from 'react-router'
import { hasNoAccount, type MemberView } from '#domain/memberships/member-list.ts'
import { activeMembershipIn } from '#domain/memberships/memberships.ts'
import { messagesPath, personPath } from '#domain/paths.ts'
import { invitePermission } from '#domain/permissions.ts'
import { membershipTexts } from '#domain/texts/memberships.ts'
import { patientTexts } from '#domain/texts/patients.ts'
import { DateText } from '#web/components/date-text.tsx'
import { Button } from '#web/components/ui/button.tsx'
import {
  DropdownMenu,
  DropdownMenuContent,
  DropdownMenuItem,
  DropdownMenuLabel,
  DropdownMenuTrigger,
} from '#web/components/ui/dropdown-menu.tsx'
import { useWasOpen } from '#web/components/ui/layers/late-layer.tsx'
import { currentClinicSlug, withClinic } from '#web/lib/clinic/clinic-address.ts'
import type { Clinic } from '#web/lib/clinic/current-clinic.ts'
import { useCan } from '#web/lib/clinic/use-can.ts'
import { loadPart } from '#web/lib/page/page-chunks.ts'
import { useSession } from '#web/lib/session/session-context.ts'
import type { AskedAction } from './member-questions.tsx'
import { useMemberActions } from './use-member-actions.ts'
import { usePlanEnding } from './use-plan-ending.ts'

const texts = membershipTexts

const MemberQuestions = lazy(() =>
  loadPart(() => import('./member-questions.tsx').then((part) => ({ default: part.MemberQuestions }))),
)
const RecordDialogs = lazy(() =>
  loadPart(() =>
    import('#web/components/people/record-dialogs.tsx').then((part) => ({ default: part.RecordDialogs })),
  ),
)

/**
 * The actions on a member that the reader may take (docs/specification.md B2.10, B4). For the reader's own row and the
 * owner, only to view.
 *
 * @param isInList includes a link to the person's page, and data that a phone's row omits
 */
export function MemberMenu({
  member,
  isYou,
  clinic,
  isInList = false,
}: {
  member: MemberView
  isYou: boolean
  clinic: Clinic
  isInList?: boolean
}) {
  const may = useCan()
  const actions = useMemberActions()
  const plans = usePlanEnding()
  const isOwner = useIsOwner()
  const [asked, setAsked] = useState<AskedAction | null>(null)
  const wasAsked = useWasOpen(asked !== null)
  const [askedOfRecord, setAskedOfRecord] = useState<'edit' | 'invite' | null>(null)
  const { plan } = member
  const isOpen = !isYou && !member.isOwner
  const mayChange = isOpen && may('members:update')
  // the messages page reports members who cannot read messages
  const isReached = member.patientId !== null && member.userId !== null && member.status === 'active'
  const mayWrite = isReached && may('messages:write')
  const isRecord = member.patientId !== null && member.userId === null
  const mayEditRecord = isRecord && may('patients:write')
  const mayInviteRecord = hasNoAccount(member) && may('members:invite-patient')
  const mayInvite =
    isOpen && may(invitePermission(member.role, member.isBillingOnly)) && member.invitation !== null
  if (!isInList && !mayChange && !mayInvite && !mayWrite && !mayEditRecord && !mayInviteRecord) return null
  const isBusy = [...Object.values(actions), ...Object.values(plans)].some(({ isPending }) => isPending)

  return (
    <>
      <DropdownMenu>
        <DropdownMenuTrigger asChild>
          {isInList ? (
            <Button
              variant="quiet"
              size="icon"
              aria-label={texts.actions.open(member.name)}
              disabled={isBusy}
            >
              <Ellipsis aria-hidden />
            </Button>
          ) : (
            <Button
              variant="outline"
              size="icon"
              aria-label={texts.actions.open(member.name)}
              disabled={isBusy}
            >
              <Ellipsis aria-hidden />
            </Button>
          )}
        </DropdownMenuTrigger>
        <DropdownMenuContent>
          {isInList && (
            <>
              <DropdownMenuLabel className="sm:hidden">
                {member.status === 'invited' ? texts.statuses.invited : `${texts.columns.joined}:`}{' '}
                <DateText value={member.joinedAt} timeZone={clinic.time_zone} />
                <span className="block">
                  {texts.columns.lastActive}:{' '}
                  {member.lastActiveAt ? (
                    <DateText value={member.lastActiveAt} timeZone={clinic.time_zone} />
                  ) : (
                    texts.notYetActive
                  )}
                </span>
              </DropdownMenuLabel>
              <DropdownMenuItem asChild>
                <Link to={withClinic(personPath(member.id))}>
                  <CircleUserRound aria-hidden />
                  {texts.actions.viewProfile}
                </Link>
              </DropdownMenuItem>
            </>
          )}
          {mayWrite && (
            <DropdownMenuItem asChild>
              <Link to={withClinic(messagesPath(member.patientId ?? ''))}>
                <MessagesSquare aria-hidden />
                {texts.actions.sendMessage}
              </Link>
            </DropdownMenuItem>
          )}
          {mayInviteRecord && (
            <DropdownMenuItem onSelect={() => setAskedOfRecord('invite')}>
              <MailPlus aria-hidden />
              {patientTexts.invite.open}
            </DropdownMenuItem>
          )}
          {mayEditRecord && (
            <DropdownMenuItem onSelect={() => setAskedOfRecord('edit')}>
              <Pencil aria-hidden />
              {patientTexts.edit.open}
            </DropdownMenuItem>
          )}
          {mayChange && member.status === 'active' && (
            <DropdownMenuItem onSelect={() => setAsked('deactivate')}>
              <UserRoundX aria-hidden />
              {texts.actions.deactivate}
            </DropdownMenuItem>
          )}
          {mayChange && member.status !== 'active' && (
            <DropdownMenuItem onSelect={() => actions.activate.mutate({ member })}>
              <UserRoundCheck aria-hidden />
              {texts.actions.activate}
            </DropdownMenuItem>
          )}
          {mayInvite && (
            <DropdownMenuItem onSelect={() => actions.resend.mutate({ membershipId: member.id })}>
              <MailPlus aria-hidden />
              {texts.actions.resend}
            </DropdownMenuItem>
          )}
          {/* a paused plan has no paid period to end with: it is ended on the person's page */}
          {mayChange && plan?.isRunning && !plan.isEnding && plan.standing.kind !== 'paused' && (
            <DropdownMenuItem onSelect={() => setAsked('cancel-plan')}>
              <CircleSlash aria-hidden />
              {texts.actions.cancelPlan}
            </DropdownMenuItem>
          )}
          {mayChange && plan?.isRunning && plan.isEnding && (
            <DropdownMenuItem onSelect={() => plans.keepPlan.mutate(plan)}>
              <Undo2 aria-hidden />
              {texts.actions.keepPlan}
            </DropdownMenuItem>
          )}
          {mayChange && isOwner && member.role === 'admin' && member.status === 'active' && member.userId && (
            <DropdownMenuItem onSelect={() => setAsked('make-owner')}>
              <Crown aria-hidden />
              {texts.actions.makeOwner}
            </DropdownMenuItem>
          )}
          {mayInvite && member.userId === null && (
            <DropdownMenuItem danger onSelect={() => setAsked('revoke')}>
              <MailX aria-hidden />
              {texts.actions.revoke}
            </DropdownMenuItem>
          )}
          {mayChange && (
            <DropdownMenuItem danger onSelect={() => setAsked('remove')}>
              <UserX aria-hidden />
              {texts.actions.remove}
            </DropdownMenuItem>
          )}
        </DropdownMenuContent>
      </DropdownMenu>
      {askedOfRecord && (
        <Suspense fallback={null}>
          <RecordDialogs
            member={member}
            clinic={clinic}
            asked={askedOfRecord}
            onClose={() => setAskedOfRecord(null)}
          />
        </Suspense>
      )}
      {wasAsked && (
        <Suspense fallback={null}>
          <MemberQuestions
            asked={asked}
            onClose={() => setAsked(null)}
            member={member}
            clinic={clinic}
            actions={actions}
            plans={plans}
          />
        </Suspense>
      )}
    </>
  )
}

/** True if the reader owns the clinic. For display only; the server decides. */
function useIsOwner(): boolean {
  const { memberships } = useSession()
  return activeMembershipIn(memberships, currentClinicSlug())?.is_owner ?? false
}

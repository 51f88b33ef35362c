import { useQuery, useQueryClient } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import type { VisitDecisions, VisitsAhead } from '#domain/appointments/visits-ahead.ts'
import { visitsAheadTexts as texts } from '#domain/texts/appointments.ts'
import { visitsAheadQuery } from '#web/lib/clinic/visits-ahead.ts'
import { refusalCode } from '#web/lib/fetch/refusals.ts'
import { AlertDialog } from '../ui/alert-dialog.tsx'
import { Skeleton } from '../ui/skeleton.tsx'
import { toast } from '../ui/toast.ts'
import { useVisitsAhead } from './visits-ahead.tsx'

/**
 * Confirms that a member leaves, with a decision about each visit ahead. The server answers with the visits if the list
 * has changed, and then the dialog stays open.
 *
 * @param whose null: the member's visits stay
 * @param onLeave calls the action; undefined if another question of the dialog has no answer
 */
export default function LeavingDialog({
  slug,
  membershipId,
  whose,
  title,
  consequence,
  safeLabel,
  actionLabel,
  isBusy,
  onLeave,
  onClose,
  children,
}: {
  slug: string
  membershipId: string
  whose: 'provider' | 'patient' | null
  title: string
  consequence: string
  safeLabel: string
  actionLabel: string
  isBusy: boolean
  onLeave(visits: VisitDecisions): Promise<object> | undefined
  onClose(): void
  children?: ReactNode
}) {
  const queryClient = useQueryClient()
  const query = visitsAheadQuery(slug, membershipId)
  const ahead = useQuery({ ...query, enabled: whose !== null })
  const { question, decide } = useVisitsAhead(ahead.data, whose ?? 'patient')

  async function leave(): Promise<void> {
    const decisions = decide()
    if (!decisions || isBusy) return
    try {
      const answer: { ahead?: VisitsAhead } | undefined = await onLeave(decisions)
      if (!answer) return
      if (!answer.ahead) return onClose()
      queryClient.setQueryData(query.queryKey, answer.ahead)
      if (decisions.length > 0) toast.info(texts.changed)
    } catch (error) {
      // the action has shown its refusal
      if (refusalCode(error) === 'time_taken') await ahead.refetch()
      else onClose()
    }
  }

  return (
    <AlertDialog
      open
      onOpenChange={(isOpen) => isOpen || isBusy || onClose()}
      title={title}
      consequence={consequence}
      safeLabel={safeLabel}
      actionLabel={actionLabel}
      isBusy={isBusy}
      onAction={() => void leave()}
    >
      {ahead.isLoading && <Skeleton className="mt-4 h-16 rounded-control" />}
      {question}
      {children}
    </AlertDialog>
  )
}

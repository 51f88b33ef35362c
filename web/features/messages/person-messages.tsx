import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import { messagesPath } from '#domain/paths.ts'
import { messageTexts } from '#domain/texts/messages.ts'
import { TimeText } from '#web/components/date-text.tsx'
import { ErrorState } from '#web/components/error-state.tsx'
import { SectionCard } from '#web/components/page/section-card.tsx'
import { Badge } from '#web/components/ui/badge.tsx'
import { Button } from '#web/components/ui/button.tsx'
import { Loading, Skeleton } from '#web/components/ui/skeleton.tsx'
import { withClinic } from '#web/lib/clinic/clinic-address.ts'
import type { Clinic } from '#web/lib/clinic/current-clinic.ts'
import { threadQuery } from './queries.ts'

const texts = messageTexts.desk

/** The state of a patient's thread, with a link. @param canRead true if the patient can read messages */
export function PersonMessages({
  patientId,
  name,
  canRead,
  clinic,
}: {
  patientId: string
  name: string
  canRead: boolean
  clinic: Clinic
}) {
  const thread = useQuery(threadQuery(clinic.subdomain, patientId, 'clinic'))
  return (
    <SectionCard
      title={texts.section}
      actions={
        (canRead || thread.data) && (
          <Button asChild variant="outline" size="small">
            <Link to={withClinic(messagesPath(patientId))}>
              {thread.data ? texts.openInbox : texts.sendFirst}
            </Link>
          </Button>
        )
      }
    >
      {thread.isPending ? (
        <Loading>
          <Skeleton className="h-6 w-60" />
        </Loading>
      ) : thread.data === undefined ? (
        <ErrorState title={messageTexts.failed} onRetry={() => void thread.refetch()} />
      ) : thread.data === null ? (
        <p className="text-form text-muted">
          {canRead ? messageTexts.thread.none.clinic(name) : texts.noPortal(name)}
        </p>
      ) : (
        <p className="flex flex-wrap items-center gap-x-3 gap-y-2 text-form">
          <Badge tone={thread.data.closedAt ? 'neutral' : 'tint'}>
            {thread.data.closedAt ? texts.closed : messageTexts.inbox.views.open}
          </Badge>
          {thread.data.unread > 0 && (
            <Badge tone="info">{messageTexts.inbox.unread(thread.data.unread)}</Badge>
          )}
          {thread.data.lastFrom && (
            <span className="text-muted">
              {texts.last[thread.data.lastFrom](name)} <TimeText value={thread.data.lastMessageAt} />
            </span>
          )}
        </p>
      )}
    </SectionCard>
  )
}

import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import { messagesPath } from '#domain/paths.ts'
import { unreadText } from '#domain/texts/components.ts'
import { messageTexts } from '#domain/texts/messages.ts'
import { ErrorState } from '#web/components/error-state.tsx'
import { SectionCard } from '#web/components/page/section-card.tsx'
import { Badge } from '#web/components/ui/badge.tsx'
import { Button } from '#web/components/ui/button.tsx'
import { Loading, Skeleton } from '#web/components/ui/skeleton.tsx'
import { withClinic } from '#web/lib/clinic/clinic-address.ts'
import type { Clinic } from '#web/lib/clinic/current-clinic.ts'
import { LastMessages } from './last-messages.tsx'
import { threadQuery } from './queries.ts'

const texts = messageTexts.desk

/** Links to a patient's messages that the team has not read; nothing without any. */
export function UnreadMessages({ patientId, clinic }: { patientId: string; clinic: Clinic }) {
  const unread = useQuery(threadQuery(clinic.subdomain, patientId, 'clinic')).data?.unread ?? 0
  return (
    unread > 0 && (
      <Link className="link font-semibold" to={withClinic(messagesPath(patientId))}>
        {unreadText(unread)}
      </Link>
    )
  )
}

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
      note={
        thread.data
          ? thread.data.closedAt && <Badge tone="neutral">{texts.closed}</Badge>
          : thread.data === null && (canRead ? messageTexts.thread.none.clinic(name) : texts.noPortal(name))
      }
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
      ) : (
        thread.data === undefined && (
          <ErrorState title={messageTexts.failed} onRetry={() => void thread.refetch()} />
        )
      )}
      {thread.data && <LastMessages slug={clinic.subdomain} patientId={patientId} name={name} />}
    </SectionCard>
  )
}

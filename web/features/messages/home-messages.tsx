import { useQuery } from '@tanstack/react-query'
import { MessagesSquare } from 'lucide-react'
import { paths } from '#domain/paths.ts'
import { messageTexts } from '#domain/texts/messages.ts'
import { DateText } from '#web/components/date-text.tsx'
import { LinkRow } from '#web/components/page/link-row.tsx'
import { Waiting } from '#web/components/ui/skeleton.tsx'
import { withClinic } from '#web/lib/clinic/clinic-address.ts'
import type { Clinic } from '#web/lib/clinic/current-clinic.ts'
import { ownThreadQuery } from './queries.ts'

const texts = messageTexts.patient.home

/** Row about unread messages; nothing without one. */
export function NewMessages({ clinic }: { clinic: Clinic }) {
  const { data: thread, isPending } = useQuery(ownThreadQuery(clinic))
  if (isPending) return <Waiting />
  if (!thread?.unread) return null
  return (
    <LinkRow to={withClinic(paths.homeMessages)} icon={MessagesSquare} note={texts.from(clinic.name)}>
      {texts.unread(thread.unread)}
    </LinkRow>
  )
}

/** Row with a link to the conversation while nothing in it is new. */
export function OwnConversation({ clinic }: { clinic: Clinic }) {
  const { data: thread } = useQuery(ownThreadQuery(clinic))
  if (thread?.unread) return null
  return (
    <LinkRow
      to={withClinic(paths.homeMessages)}
      icon={MessagesSquare}
      note={
        thread?.lastFrom ? (
          <>
            {texts.last[thread.lastFrom]} <DateText value={thread.lastMessageAt} />
          </>
        ) : (
          texts.none(clinic.name)
        )
      }
    >
      {thread ? texts.open : texts.write}
    </LinkRow>
  )
}

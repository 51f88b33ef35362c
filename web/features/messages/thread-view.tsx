import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { MessagesSquare } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import type { Side } from '#domain/messages/messages.ts'
import { messageTexts } from '#domain/texts/messages.ts'
import { ErrorState } from '#web/components/error-state.tsx'
import { Card } from '#web/components/ui/card.tsx'
import { cn } from '#web/components/ui/class-names.ts'
import { Loading, Skeleton } from '#web/components/ui/skeleton.tsx'
import { Composer } from './composer.tsx'
import { MessageLog } from './message-log.tsx'
import { type Message, type MessageNote, messagesQuery, type Thread, threadQuery } from './queries.ts'
import { useReadMark } from './use-read-mark.ts'

const texts = messageTexts

/**
 * A thread with its composer. Use the patient as key: a draft belongs to one patient.
 *
 * @param side the reader's
 * @param head above the messages
 * @param instead replaces the composer
 * @param notes of the team, for the team alone
 * @param marksRead true if opening it marks it as read
 * @param className its height
 */
export function ThreadView({
  slug,
  patientId,
  side,
  otherName,
  head,
  instead,
  notes = [],
  noteRow,
  marksRead = true,
  className = 'h-[calc(100dvh-11rem)] min-h-96 sm:h-[calc(100dvh-15rem)]',
}: {
  slug: string
  patientId: string
  side: Side
  otherName: string
  head?: ReactNode
  instead?: ReactNode
  notes?: readonly MessageNote[]
  noteRow?(note: MessageNote): ReactNode
  marksRead?: boolean
  className?: string
}) {
  const thread = useQuery(threadQuery(slug, patientId, side))
  const pages = useInfiniteQuery(messagesQuery(slug, patientId))
  const isPending = thread.isPending || pages.isPending
  const isFailed = !isPending && (thread.data === undefined || pages.data === undefined)
  return (
    <Card padded={false} className={cn('flex flex-col overflow-hidden', className)}>
      {head}
      {isPending ? (
        <div className="flex-1 space-y-3 p-4">
          <Loading label={texts.loading}>
            <Skeleton className="h-16 w-2/3 rounded-card" />
            <Skeleton className="mt-3 ml-auto h-12 w-1/2 rounded-card" />
            <Skeleton className="mt-3 h-20 w-2/3 rounded-card" />
          </Loading>
        </div>
      ) : isFailed ? (
        <div className="flex-1 overflow-y-auto p-4">
          <ErrorState
            title={texts.failed}
            onRetry={() => {
              void thread.refetch()
              void pages.refetch()
            }}
          />
        </div>
      ) : (
        <Messages
          {...{ slug, patientId, side, otherName, marksRead, notes, noteRow }}
          thread={thread.data ?? null}
          messages={pages.data?.pages.flat().toReversed() ?? []}
          earlier={{
            has: pages.hasNextPage,
            isLoading: pages.isFetchingNextPage,
            load: () => void pages.fetchNextPage(),
          }}
        />
      )}
      <div className="border-t border-line">
        {instead ?? <Composer slug={slug} patientId={patientId} otherName={otherName} />}
      </div>
    </Card>
  )
}

function Messages({
  slug,
  patientId,
  side,
  otherName,
  marksRead,
  notes,
  noteRow,
  thread,
  messages,
  earlier,
}: {
  slug: string
  patientId: string
  side: Side
  otherName: string
  marksRead: boolean
  notes: readonly MessageNote[]
  noteRow: ((note: MessageNote) => ReactNode) | undefined
  thread: Thread | null
  messages: readonly Message[]
  earlier: { has: boolean; isLoading: boolean; load(): void }
}) {
  const other: Side = side === 'clinic' ? 'patient' : 'clinic'
  // constant while the page is open, so that the line stays
  const [readAtFirst] = useState(thread?.read[side] ?? 0)
  const firstUnread = messages.find(({ from, number }) => from === other && number > readAtFirst)?.number
  useReadMark({
    ...{ slug, patientId },
    upTo: messages.at(-1)?.number ?? 0,
    isDue: marksRead && (thread?.unread ?? 0) > 0,
  })
  if (messages.length + notes.length === 0) {
    return (
      <div className="grid flex-1 place-items-center p-6 text-center text-muted">
        <div>
          <MessagesSquare aria-hidden className="mx-auto size-8 text-primary" />
          <p className="mt-3 max-w-[40ch]">{texts.thread.none[side](otherName)}</p>
        </div>
      </div>
    )
  }
  return (
    <MessageLog
      messages={messages}
      notes={notes}
      noteRow={noteRow}
      side={side}
      otherName={otherName}
      firstUnread={readAtFirst === 0 && side === 'patient' ? null : (firstUnread ?? null)}
      readByOther={thread?.read[other] ?? 0}
      earlier={earlier}
    />
  )
}

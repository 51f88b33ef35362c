import { queryOptions, useQuery } from '@tanstack/react-query'
import type { Side } from '#domain/messages/messages.ts'
import { messageTexts } from '#domain/texts/messages.ts'
import { TimeText } from '#web/components/date-text.tsx'
import { rest } from '#web/lib/fetch/api.ts'
import { clinicKey } from '#web/lib/fetch/query-client.ts'

const shown = 3

/** The newest messages, for the team. The server records the read. */
function lastMessagesQuery(slug: string, patientId: string) {
  return queryOptions({
    queryKey: clinicKey(slug, 'messages', 'last', patientId),
    queryFn: async ({ signal }) => {
      const { data, error } = await rest
        .from('messages')
        .select('id,from_side,author_name,body,sent_at')
        .eq('patient_id', patientId)
        .order('number', { ascending: false })
        .limit(shown)
        .abortSignal(signal)
      if (error) throw error
      return data.map(({ id, from_side, author_name, body, sent_at }) => ({
        ...{ id, author: author_name, body, sentAt: sent_at },
        from: from_side as Side,
      }))
    },
  })
}

/** The last messages of a conversation, two lines each. Absent until read: the section states the rest. */
export function LastMessages({ slug, patientId, name }: { slug: string; patientId: string; name: string }) {
  const { data = [] } = useQuery(lastMessagesQuery(slug, patientId))
  if (data.length === 0) return null
  return (
    <ul className="divide-y divide-line">
      {data.map(({ id, from, author, body, sentAt }) => (
        <li key={id} className="py-2.5 text-form first:pt-0 last:pb-0">
          <p className="flex flex-wrap justify-between gap-x-3 text-note text-muted">
            <span className="min-w-0 break-words">{from === 'patient' ? name : author}</span>
            <TimeText value={sentAt} />
          </p>
          <p className="line-clamp-2 break-words">{body || messageTexts.desk.onlyFiles}</p>
        </li>
      ))}
    </ul>
  )
}

import { infiniteQueryOptions, keepPreviousData, queryOptions } from '@tanstack/react-query'
import type {
  InboxView,
  MessageSettings,
  MessageSettingsForm,
  ReplyTime,
  Side,
} from '#domain/messages/messages.ts'
import { type MessageFile, messageFile, messageFileColumns } from '#web/components/documents/message-file.ts'
import type { Clinic } from '#web/lib/clinic/current-clinic.ts'
import { patientIdsFound } from '#web/lib/clinic/patients-found.ts'
import { callFunction, rest } from '#web/lib/fetch/api.ts'
import { pollUnlessLive } from '#web/lib/fetch/poll-unless-live.ts'
import { clinicKey } from '#web/lib/fetch/query-client.ts'

/** Refetched on the topic `messages` (docs/decisions/0043); polled without a stream. */
export const live = { staleTime: 5_000, refetchInterval: pollUnlessLive, refetchOnWindowFocus: true } as const
const pageRows = 30

/** A message of a thread. Instants are ISO strings. */
export interface Message {
  id: string
  number: number
  from: Side
  authorId: string | null
  authorName: string
  body: string
  sentAt: string
  files: MessageFile[]
}

/** Messages between a patient and the clinic, newest page first, each newest first. */
export function messagesQuery(slug: string, patientId: string) {
  return infiniteQueryOptions({
    queryKey: clinicKey(slug, 'messages', 'of', patientId),
    ...live,
    initialPageParam: null as number | null,
    queryFn: async ({ pageParam, signal }): Promise<Message[]> => {
      let query = rest
        .from('messages')
        .select(
          `id,number,from_side,author_id,author_name,body,sent_at,patient_files(${messageFileColumns})` as const,
        )
        .eq('patient_id', patientId)
        .order('number', { ascending: false })
        .limit(pageRows)
        .abortSignal(signal)
      if (pageParam !== null) query = query.lt('number', pageParam)
      const { data, error } = await query
      if (error) throw error
      return data.map((row) => ({
        id: row.id,
        number: row.number,
        from: row.from_side as Side,
        authorId: row.author_id,
        authorName: row.author_name,
        body: row.body,
        sentAt: row.sent_at,
        files: row.patient_files.map(messageFile),
      }))
    },
    getNextPageParam: (page) => (page.length === pageRows ? (page.at(-1)?.number ?? null) : null),
  })
}

/** A note of the team in a thread. Instants are ISO strings. */
export interface MessageNote {
  id: string
  authorId: string | null
  authorName: string
  body: string
  /** when it was written; named as of a message, beside which it is shown */
  sentAt: string
}

/** State of a thread. Fields known only to the team are null for the patient. */
export interface Thread {
  lastNumber: number
  lastFrom: Side | null
  lastMessageAt: string
  /** number of the last message that each side has read */
  read: Record<Side, number>
  unread: number
  assigneeId: string | null
  closedAt: string | null
  closedBy: string | null
}

const common = 'last_number,last_from,last_message_at,clinic_read,patient_read'

/** State of a thread for one side; null before the first message. */
export function threadQuery(slug: string, patientId: string, side: Side) {
  return queryOptions({
    queryKey: clinicKey(slug, 'messages', 'thread', patientId),
    ...live,
    queryFn: async ({ signal }): Promise<Thread | null> => {
      if (side === 'patient') {
        const { data, error } = await rest
          .from('message_threads')
          .select(`${common},patient_unread`)
          .eq('patient_id', patientId)
          .abortSignal(signal)
          .maybeSingle()
        if (error) throw error
        return data && { ...placeOf(data), unread: data.patient_unread, ...ofTheTeam }
      }
      const { data, error } = await rest
        .from('message_threads')
        .select(`${common},clinic_unread,assignee_id,closed_at,closed_by`)
        .eq('patient_id', patientId)
        .abortSignal(signal)
        .maybeSingle()
      if (error) throw error
      return (
        data && {
          ...placeOf(data),
          unread: data.clinic_unread,
          assigneeId: data.assignee_id,
          closedAt: data.closed_at,
          closedBy: data.closed_by,
        }
      )
    },
  })
}

const ofTheTeam = { assigneeId: null, closedAt: null, closedBy: null }

function placeOf(row: {
  last_number: number
  last_from: string | null
  last_message_at: string
  clinic_read: number
  patient_read: number
}) {
  return {
    lastNumber: row.last_number,
    lastFrom: row.last_from as Side | null,
    lastMessageAt: row.last_message_at,
    read: { clinic: row.clinic_read, patient: row.patient_read },
  }
}

/** Id of the reader's own record at the clinic. For patients only: the team would get all records. */
export function ownPatientIdQuery(clinic: Pick<Clinic, 'id' | 'subdomain'>) {
  return queryOptions({
    queryKey: clinicKey(clinic.subdomain, 'own-patient-id'),
    staleTime: Number.POSITIVE_INFINITY,
    queryFn: async ({ signal }): Promise<string | null> => {
      const { data, error } = await rest
        .from('patients')
        .select('id')
        .eq('clinic_id', clinic.id)
        .abortSignal(signal)
        .maybeSingle()
      if (error) throw error
      return data?.id ?? null
    },
  })
}

/** State of the patient's own thread; null before the first message. For patients only. */
export function ownThreadQuery(clinic: Pick<Clinic, 'id' | 'subdomain'>) {
  return queryOptions({
    queryKey: clinicKey(clinic.subdomain, 'messages', 'own-thread'),
    ...live,
    queryFn: async ({ signal }) => {
      const { data, error } = await rest
        .from('message_threads')
        .select('last_from,last_message_at,patient_unread')
        .eq('clinic_id', clinic.id)
        .abortSignal(signal)
        .maybeSingle()
      if (error) throw error
      return (
        data && {
          lastFrom: data.last_from as Side | null,
          lastMessageAt: data.last_message_at,
          unread: data.patient_unread,
        }
      )
    },
  })
}

/** Number of unread threads, for the badge of the team's pages. */
export function messageCountsQuery(slug: string) {
  return queryOptions({
    queryKey: clinicKey(slug, 'messages', 'counts'),
    ...live,
    placeholderData: keepPreviousData,
    queryFn: () => callFunction('message-counts'),
  })
}

export interface InboxRow {
  patientId: string
  userId: string | null
  name: string
  lastMessageAt: string
  unread: number
  assigneeId: string | null
  isClosed: boolean
  /** The last message; its text is empty if only files were sent. */
  last: { from: Side; body: string } | null
}

/**
 * The team's inbox, newest first. The server records the read.
 *
 * @param userId of the reader, for their threads
 * @param search as in the list of members
 */
export function inboxQuery(
  slug: string,
  { view, search, userId }: { view: InboxView; search: string; userId: string },
) {
  return infiniteQueryOptions({
    queryKey: clinicKey(slug, 'messages', 'inbox', view, search),
    ...live,
    placeholderData: keepPreviousData,
    initialPageParam: null as { at: string; id: string } | null,
    queryFn: async ({ pageParam, signal }): Promise<InboxRow[]> => {
      let query = rest
        .from('message_threads')
        .select(
          'patient_id,last_message_at,clinic_unread,assignee_id,closed_at,patients!inner(full_name,user_id),messages(from_side,body)',
        )
        .order('last_message_at', { ascending: false })
        .order('patient_id', { ascending: false })
        .limit(pageRows)
        .order('number', { referencedTable: 'messages', ascending: false })
        .limit(1, { referencedTable: 'messages' })
        .abortSignal(signal)
      query = view === 'closed' ? query.not('closed_at', 'is', null) : query.is('closed_at', null)
      if (view === 'mine') query = query.eq('assignee_id', userId)
      if (view === 'unassigned') query = query.is('assignee_id', null)
      if (search) {
        const ids = await patientIdsFound(search)
        if (ids.length === 0) return []
        query = query.in('patient_id', ids)
      }
      if (pageParam) {
        const { at, id } = pageParam
        query = query.or(`last_message_at.lt.${at},and(last_message_at.eq.${at},patient_id.lt.${id})`)
      }
      const { data, error } = await query
      if (error) throw error
      return data.map((row) => {
        const [last] = row.messages
        return {
          patientId: row.patient_id,
          userId: row.patients.user_id,
          name: row.patients.full_name,
          lastMessageAt: row.last_message_at,
          unread: row.clinic_unread,
          assigneeId: row.assignee_id,
          isClosed: row.closed_at !== null,
          last: last ? { from: last.from_side as Side, body: last.body } : null,
        }
      })
    },
    getNextPageParam: (page) => {
      const last = page.at(-1)
      return page.length === pageRows && last ? { at: last.lastMessageAt, id: last.patientId } : null
    },
  })
}

export function messageSettingsQuery(clinic: Pick<Clinic, 'id' | 'subdomain'>) {
  return queryOptions({
    queryKey: clinicKey(clinic.subdomain, 'message-settings'),
    staleTime: 60_000,
    refetchOnWindowFocus: true,
    queryFn: async ({ signal }): Promise<MessageSettingsForm> => {
      const { data, error } = await rest
        .from('message_settings')
        .select('reply_within,away_text,away_from,away_until,version')
        .eq('clinic_id', clinic.id)
        .abortSignal(signal)
        .maybeSingle()
      if (error) throw error
      return {
        version: data?.version ?? 0,
        replyWithin: (data?.reply_within as ReplyTime | null | undefined) ?? '',
        awayText: data?.away_text ?? '',
        awayFrom: data?.away_from ?? '',
        awayUntil: data?.away_until ?? '',
      }
    },
  })
}

export function settingsOf(form: MessageSettingsForm): MessageSettings {
  return {
    replyWithin: form.replyWithin || null,
    awayText: form.awayText || null,
    awayFrom: form.awayFrom || null,
    awayUntil: form.awayUntil || null,
  }
}

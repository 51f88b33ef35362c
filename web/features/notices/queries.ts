import { infiniteQueryOptions, keepPreviousData, queryOptions } from '@tanstack/react-query'
import { type NoticedVisit, visitNotices } from '#domain/appointments/noticed-visit.ts'
import { mostCounted, type Summary, type UserNoticeKind } from '#domain/notices/user-notices.ts'
import { rest } from '#web/lib/fetch/api.ts'
import { pollUnlessLive } from '#web/lib/fetch/poll-unless-live.ts'
import { clinicKey } from '#web/lib/fetch/query-client.ts'

export interface Notice {
  id: string
  kind: UserNoticeKind
  patientId: string | null
  subjectId: string | null
  figures: Summary
  noticedAt: string
  isUnread: boolean
  /** The patient's name; null without one, or if the reader may not see it. */
  about: string | null
  /** A task's title; null if the reader may not see it. */
  taskTitle: string | null
  /** The visit as it is now; null without one, or if the reader may not see it. */
  visit: NoticedVisit | null
}

const pageRows = 30

/** Number of unread notices, at most one above the badge's maximum. Mailed ones do not count. */
export function unreadNoticesQuery(slug: string | null) {
  return queryOptions({
    queryKey: clinicKey(slug, 'notices', 'unread'),
    staleTime: 10_000,
    refetchInterval: pollUnlessLive,
    refetchOnWindowFocus: true,
    placeholderData: keepPreviousData,
    queryFn: async ({ signal }): Promise<number> => {
      const { data, error } = await rest
        .from('user_notices')
        .select('id')
        .is('read_at', null)
        .eq('channel', 'in_app')
        .limit(mostCounted + 1)
        .abortSignal(signal)
      if (error) throw error
      return data.length
    },
  })
}

/** Notices, newest first. They name patients, so they are read only when the list is open. */
export function noticesQuery(slug: string | null) {
  return infiniteQueryOptions({
    queryKey: clinicKey(slug, 'notices', 'list'),
    staleTime: 0,
    initialPageParam: null as { at: string; id: string } | null,
    queryFn: async ({ pageParam, signal }): Promise<Notice[]> => {
      let query = rest
        .from('user_notices')
        .select('id,kind,patient_id,subject_id,figures,channel,noticed_at,read_at')
        .order('noticed_at', { ascending: false })
        .order('id')
        .limit(pageRows)
        .abortSignal(signal)
      if (pageParam) {
        const { at, id } = pageParam
        query = query.or(`noticed_at.lt.${at},and(noticed_at.eq.${at},id.gt.${id})`)
      }
      const { data, error } = await query
      if (error) throw error
      const [names, titles, visits] = await Promise.all([
        readNames(data.flatMap(({ patient_id }) => patient_id ?? [])),
        readTitles(
          data.flatMap(({ kind, subject_id }) =>
            kind === 'task_assigned' && subject_id ? [subject_id] : [],
          ),
        ),
        readVisits(
          data.flatMap(({ kind, subject_id }) =>
            visitNotices.includes(kind as UserNoticeKind) && subject_id ? [subject_id] : [],
          ),
        ),
      ])
      return data.map((row) => ({
        id: row.id,
        kind: row.kind as UserNoticeKind,
        patientId: row.patient_id,
        subjectId: row.subject_id,
        figures: (row.figures ?? {}) as Summary,
        noticedAt: row.noticed_at,
        isUnread: row.read_at === null && row.channel === 'in_app',
        about: (row.patient_id && names.get(row.patient_id)) ?? null,
        taskTitle: (row.subject_id && titles.get(row.subject_id)) ?? null,
        visit: visits.get(row.subject_id ?? '') ?? null,
      }))
    },
    getNextPageParam: (page) => {
      const last = page.at(-1)
      return page.length === pageRows && last ? { at: last.noticedAt, id: last.id } : null
    },
  })
}

/** Without the second step names are hidden, and the list says "a patient". */
async function readNames(patientIds: string[]): Promise<Map<string, string>> {
  if (patientIds.length === 0) return new Map()
  const { data } = await rest
    .from('patients')
    .select('id,full_name')
    .in('id', [...new Set(patientIds)])
  return new Map((data ?? []).map(({ id, full_name }) => [id, full_name]))
}

async function readTitles(taskIds: string[]): Promise<Map<string, string>> {
  if (taskIds.length === 0) return new Map()
  const { data } = await rest
    .from('tasks')
    .select('id,title')
    .in('id', [...new Set(taskIds)])
  return new Map((data ?? []).map(({ id, title }) => [id, title]))
}

/** The server records the read of the patients. */
async function readVisits(visitIds: string[]): Promise<Map<string, NoticedVisit>> {
  if (visitIds.length === 0) return new Map()
  const { data } = await rest
    .from('appointments')
    .select('id,starts_at,date,time_zone,status,provider:providers(name)')
    .in('id', [...new Set(visitIds)])
  return new Map(
    (data ?? []).map(({ id, starts_at, date, time_zone, status, provider }) => [
      id,
      { startsAt: starts_at, timeZone: time_zone, date, status, providerName: provider?.name ?? null },
    ]),
  )
}

import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query'
import type { ActivityEntry, ActivityTopic } from '#domain/activity/activity.ts'
import { personName } from '#domain/memberships/person-name.ts'
import { readProfiles } from '#web/lib/clinic/user-profiles.ts'
import type { ActionInput } from '#web/lib/fetch/actions.ts'
import { callFunction, rest } from '#web/lib/fetch/api.ts'
import { clinicKey } from '#web/lib/fetch/query-client.ts'

export interface NamedEntry extends ActivityEntry {
  actorName: string | null
  subjectName: string | null
  taskTitle: string | null
}

/** `areNamesMissing`: the names could not be loaded, the rest is complete. */
export interface ActivityPage {
  entries: NamedEntry[]
  areNamesMissing: boolean
  next: string | null
}

export interface ActivityFilters {
  topic: ActivityTopic | 'all'
  actorId: string | null
}

const shownOnDashboard = 8

/** The newest rows, without reads. Not polled: they name people, and each read of names is recorded. */
export function recentActivityQuery(slug: string | null) {
  return queryOptions({
    queryKey: clinicKey(slug, 'activity', 'recent'),
    staleTime: 2 * 60_000,
    refetchOnWindowFocus: true,
    queryFn: () => readPage({ limit: shownOnDashboard }),
  })
}

export function activityQuery(slug: string | null, { topic, actorId }: ActivityFilters) {
  return infiniteQueryOptions({
    queryKey: clinicKey(slug, 'activity', topic, actorId),
    initialPageParam: null as string | null,
    queryFn: ({ pageParam }) =>
      readPage({
        topic,
        limit: 50,
        ...(actorId ? { actorId } : {}),
        ...(pageParam ? { before: pageParam } : {}),
      }),
    getNextPageParam: ({ next }) => next,
  })
}

async function readPage(input: ActionInput<'clinic-activity'>): Promise<ActivityPage> {
  const { entries, next } = await callFunction('clinic-activity', input)
  const [profiles, patients, tasks] = await Promise.all([
    named(
      entries.flatMap(({ actorId, subjectUserId }) => [actorId, subjectUserId]),
      async (ids) =>
        (await readProfiles(ids)).map((profile) => [profile.id, personName(profile, profile.id)]),
    ),
    // patients without an account
    named(
      entries.map(({ subjectUserId, subject, subjectPersonId }) =>
        subjectUserId || subject ? null : subjectPersonId,
      ),
      readPatients,
    ),
    named(
      entries.map(({ taskId }) => taskId),
      readTasks,
    ),
  ])
  return {
    next,
    areNamesMissing: !profiles || !patients || !tasks,
    entries: entries.map((entry) => ({
      ...entry,
      actorName: profiles?.get(entry.actorId) ?? null,
      subjectName: profiles?.get(entry.subjectUserId) ?? patients?.get(entry.subjectPersonId) ?? null,
      taskTitle: tasks?.get(entry.taskId) ?? null,
    })),
  }
}

type Names = (readonly [id: string | null, name: string])[]

/** Names by id; null if they could not be loaded. Reads nothing without ids. */
async function named(
  found: readonly (string | null)[],
  read: (ids: string[]) => Promise<Names>,
): Promise<Map<string | null, string> | null> {
  const ids = [...new Set(found.filter((id) => id !== null))]
  if (ids.length === 0) return new Map()
  return read(ids).then(
    (names) => new Map(names),
    () => null,
  )
}

async function readPatients(ids: string[]): Promise<Names> {
  const { data, error } = await rest.from('patients').select('id,full_name').in('id', ids)
  if (error) throw error
  return data.map(({ id, full_name }) => [id, full_name])
}

async function readTasks(ids: string[]): Promise<Names> {
  const { data, error } = await rest.from('tasks').select('id,title').in('id', ids)
  if (error) throw error
  return data.map(({ id, title }) => [id, title])
}

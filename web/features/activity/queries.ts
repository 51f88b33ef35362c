import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query'
import type { ActivityEntry, ActivityTopic } from '#domain/activity/activity.ts'
import { personName, type UserProfile } from '#domain/memberships/member-list.ts'
import { readProfiles } from '#web/lib/clinic/user-profiles.ts'
import type { ActionInput } from '#web/lib/fetch/actions.ts'
import { callFunction } from '#web/lib/fetch/api.ts'
import { clinicKey } from '#web/lib/fetch/query-client.ts'

export interface NamedEntry extends ActivityEntry {
  actorName: string | null
  subjectName: string | null
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
  const ids = [...new Set(entries.flatMap(({ actorId, subjectUserId }) => [actorId, subjectUserId]))]
  const userIds = ids.filter((id): id is string => id !== null)
  const profiles = userIds.length > 0 ? await readProfiles(userIds).catch(() => null) : []
  const profileOf = new Map<string, UserProfile>(profiles?.map((profile) => [profile.id, profile]))
  const nameOf = (id: string | null) => {
    const profile = id ? profileOf.get(id) : undefined
    return profile ? personName(profile, id) : null
  }
  return {
    next,
    areNamesMissing: profiles === null,
    entries: entries.map((entry) => ({
      ...entry,
      actorName: nameOf(entry.actorId),
      subjectName: nameOf(entry.subjectUserId),
    })),
  }
}

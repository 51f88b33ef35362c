import { queryOptions } from '@tanstack/react-query'
import type { ContentBody } from '#domain/content/body.ts'
import type { PlayedPart } from '#domain/learning/played.ts'
import { callFunction, rest } from '#web/lib/fetch/api.ts'
import { clinicKey } from '#web/lib/fetch/query-client.ts'
import { readAll } from '#web/lib/fetch/read-all.ts'
import { type Lesson, lessonOf } from './assigned-query.ts'

/** A lesson with its text. Instants are ISO strings. */
export interface OpenLesson extends Omit<Lesson, 'isFeatured'> {
  versionId: string
  body: ContentBody
  publishedAt: string
  /** null if not assigned */
  assignment: { reason: string; dueOn: string | null; completedAt: string | null } | null
}

export interface Reading {
  position: number
  isSaved: boolean
  rating: number | null
  versionId: string | null
  watched: readonly PlayedPart[]
  completed: { versionId: string; at: string } | null
}

const columns = 'item_id,type,title,category,description,read_minutes,cover_file_id,published_at'

export function lessonsQuery(slug: string | null) {
  return queryOptions({
    queryKey: clinicKey(slug, 'lessons'),
    queryFn: async ({ signal }): Promise<Lesson[]> => {
      const rows = await readAll((from, to) =>
        rest
          .from('content_versions')
          .select(`${columns},content_items!inner(is_featured)` as const)
          .is('superseded_at', null)
          .order('published_at', { ascending: false })
          .order('item_id')
          .range(from, to)
          .abortSignal(signal),
      )
      return rows.map((row) => ({ ...lessonOf(row), isFeatured: row.content_items.is_featured }))
    },
  })
}

/**
 * A lesson with its text: the assigned version while the assignment is open, else the newest; null if neither published
 * nor assigned.
 */
export function lessonQuery(slug: string | null, itemId: string) {
  return queryOptions({
    queryKey: clinicKey(slug, 'lesson', itemId),
    queryFn: async ({ signal }): Promise<OpenLesson | null> => {
      const { data, error } = await rest
        .from('content_versions')
        .select(`${columns},id,body,lesson_assignments(reason,due_on,completed_at,assigned_at)` as const)
        .eq('item_id', itemId)
        .order('number', { ascending: false })
        .abortSignal(signal)
      if (error) throw error
      const isOpen = (row: (typeof data)[number]) =>
        row.lesson_assignments.find(({ completed_at }) => completed_at === null)
      const row = data.find(isOpen) ?? data[0]
      if (!row) return null
      const given = isOpen(row) ?? row.lesson_assignments[0]
      return {
        ...lessonOf(row),
        versionId: row.id,
        body: row.body as unknown as ContentBody,
        publishedAt: row.published_at,
        assignment: given
          ? { reason: given.reason, dueOn: given.due_on, completedAt: given.completed_at }
          : null,
      }
    },
  })
}

export function ownProgramsQuery(slug: string | null) {
  return queryOptions({
    queryKey: clinicKey(slug, 'own-programs'),
    refetchOnWindowFocus: true,
    queryFn: () => callFunction('own-programs', {}),
  })
}

export function readingsKey(slug: string | null) {
  return clinicKey(slug, 'readings')
}

export function readingsQuery(slug: string | null) {
  return queryOptions({
    queryKey: readingsKey(slug),
    queryFn: async ({ signal }): Promise<ReadonlyMap<string, Reading>> => {
      const rows = await readAll((from, to) =>
        rest
          .from('content_readings')
          .select('item_id,position,saved_at,version_id,watched,completed_at,rating')
          .order('item_id')
          .range(from, to)
          .abortSignal(signal),
      )
      return new Map(
        rows.map(({ item_id, position, saved_at, version_id, watched, completed_at, rating }) => [
          item_id,
          {
            position,
            isSaved: saved_at !== null,
            rating,
            versionId: version_id,
            watched: watched as unknown as PlayedPart[],
            completed: completed_at && version_id ? { versionId: version_id, at: completed_at } : null,
          },
        ]),
      )
    },
  })
}

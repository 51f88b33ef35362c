import { queryOptions } from '@tanstack/react-query'
import type { ContentBody, ContentType } from '#domain/content/body.ts'
import { rest } from '#web/lib/api.ts'
import { clinicKey } from '#web/lib/query-client.ts'
import { readAll } from '#web/lib/read-all.ts'

/** What a patient may read, without its text. */
export interface Lesson {
  id: string
  type: ContentType
  title: string
  category: string
  description: string
  readMinutes: number
  coverFileId: string | null
  isFeatured: boolean
}

/** One of them, whole. Instants are ISO strings. */
export interface OpenLesson extends Omit<Lesson, 'isFeatured'> {
  body: ContentBody
  publishedAt: string
}

/** How far its reader is, and whether they keep it for later. */
export interface Reading {
  position: number
  isSaved: boolean
}

const columns = 'item_id,type,title,category,description,read_minutes,cover_file_id,published_at'

interface Row {
  item_id: string
  type: ContentType
  title: string
  category: string
  description: string
  read_minutes: number
  cover_file_id: string | null
  published_at: string
}

/** Everything the clinic has published, newest first. */
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

/** One of them with its text; null for what is not published any more. */
export function lessonQuery(slug: string | null, itemId: string) {
  return queryOptions({
    queryKey: clinicKey(slug, 'lesson', itemId),
    queryFn: async ({ signal }): Promise<OpenLesson | null> => {
      const { data, error } = await rest
        .from('content_versions')
        .select(`${columns},body` as const)
        .eq('item_id', itemId)
        .is('superseded_at', null)
        .abortSignal(signal)
        .maybeSingle()
      if (error) throw error
      return (
        data && {
          ...lessonOf(data),
          body: data.body as unknown as ContentBody,
          publishedAt: data.published_at,
        }
      )
    },
  })
}

export function readingsKey(slug: string | null) {
  return clinicKey(slug, 'readings')
}

/** The reader's own places and what they saved for later, by item. */
export function readingsQuery(slug: string | null) {
  return queryOptions({
    queryKey: readingsKey(slug),
    queryFn: async ({ signal }): Promise<ReadonlyMap<string, Reading>> => {
      const rows = await readAll((from, to) =>
        rest
          .from('content_readings')
          .select('item_id,position,saved_at')
          .order('item_id')
          .range(from, to)
          .abortSignal(signal),
      )
      return new Map(
        rows.map(({ item_id, position, saved_at }) => [item_id, { position, isSaved: saved_at !== null }]),
      )
    },
  })
}

function lessonOf({ item_id, read_minutes, cover_file_id, published_at: _, ...row }: Row) {
  const { type, title, category, description } = row
  return {
    id: item_id,
    type,
    title,
    category,
    description,
    readMinutes: read_minutes,
    coverFileId: cover_file_id,
  }
}

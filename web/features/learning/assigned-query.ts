import { queryOptions } from '@tanstack/react-query'
import type { ContentType } from '#domain/content/body.ts'
import { rest } from '#web/lib/fetch/api.ts'
import { clinicKey } from '#web/lib/fetch/query-client.ts'

export interface Lesson {
  id: string
  type: ContentType
  title: string
  category: string
  description: string
  /** 0: unknown */
  readMinutes: number
  coverFileId: string | null
  isFeatured: boolean
}

export interface AssignedLesson extends Omit<Lesson, 'isFeatured'> {
  reason: string
  /** the clinic's date */
  dueOn: string | null
}

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

export function assignedQuery(slug: string | null) {
  return queryOptions({
    queryKey: clinicKey(slug, 'assigned-lessons'),
    refetchOnWindowFocus: true,
    queryFn: async ({ signal }): Promise<AssignedLesson[]> => {
      const { data, error } = await rest
        .from('lesson_assignments')
        .select(
          'id,item_id,reason,due_on,content_versions!inner(item_id,type,title,category,description,read_minutes,cover_file_id,published_at)',
        )
        .is('completed_at', null)
        // lessons of a program are shown with the program
        .is('session_id', null)
        .order('due_on', { ascending: true, nullsFirst: false })
        .order('assigned_at', { ascending: false })
        .limit(100)
        .abortSignal(signal)
      if (error) throw error
      return data.map(({ content_versions, reason, due_on }) => ({
        ...lessonOf(content_versions),
        reason,
        dueOn: due_on,
      }))
    },
  })
}

export function lessonOf({ item_id, read_minutes, cover_file_id, published_at: _, ...row }: Row) {
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

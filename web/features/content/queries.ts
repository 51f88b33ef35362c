import { queryOptions } from '@tanstack/react-query'
import type { ContentBody, ContentType } from '#domain/content/body.ts'
import { type ContentStatus, startCategories } from '#domain/content/content.ts'
import { callFunction, rest } from '#web/lib/fetch/api.ts'
import { clinicKey } from '#web/lib/fetch/query-client.ts'
import { readAll } from '#web/lib/fetch/read-all.ts'

/** Content in the team's list. Instants are ISO strings. */
export interface ContentItem {
  id: string
  type: ContentType
  status: ContentStatus
  title: string
  category: string
  description: string
  isFeatured: boolean
  isUncheckedExample: boolean
  hasUnpublishedChanges: boolean
  views: number
  version: number
  createdAt: string
}

export interface WorkingCopy extends ContentItem {
  coverFileId: string | null
  body: ContentBody
  authorId: string | null
  changedBy: string | null
  updatedAt: string
  publishedAt: string | null
  /** 0: unknown */
  readMinutes: number
}

const columns =
  'id,type,status,title,category,description,is_featured,is_unchecked_example,has_unpublished_changes,view_count,version,created_at'

interface Row {
  id: string
  type: ContentType
  status: ContentStatus
  title: string
  category: string
  description: string
  is_featured: boolean
  is_unchecked_example: boolean
  has_unpublished_changes: boolean
  view_count: number
  version: number
  created_at: string
}

export function contentQuery(slug: string | null) {
  return queryOptions({
    queryKey: clinicKey(slug, 'content'),
    queryFn: async ({ signal }): Promise<ContentItem[]> => {
      const rows = await readAll((from, to) =>
        rest
          .from('content_items')
          .select(columns)
          .order('created_at', { ascending: false })
          .order('id')
          .range(from, to)
          .abortSignal(signal),
      )
      return rows.map(itemOf)
    },
  })
}

/** One working copy, read again on each opening; null if missing. */
export function workingCopyQuery(slug: string | null, itemId: string) {
  return queryOptions({
    queryKey: clinicKey(slug, 'working-copy', itemId),
    staleTime: 0,
    // a reopened editor must not start with stale data
    gcTime: 0,
    queryFn: async ({ signal }) => readWorkingCopy(itemId, signal),
  })
}

/** @throws the database's error */
export async function readWorkingCopy(itemId: string, signal?: AbortSignal): Promise<WorkingCopy | null> {
  let read = rest
    .from('content_items')
    .select(
      `${columns},cover_file_id,body,author_id,changed_by,updated_at,published_at,read_minutes` as const,
    )
    .eq('id', itemId)
  if (signal) read = read.abortSignal(signal)
  const { data, error } = await read.maybeSingle()
  if (error) throw error
  return (
    data && {
      ...itemOf(data),
      coverFileId: data.cover_file_id,
      body: data.body as unknown as ContentBody,
      authorId: data.author_id,
      changedBy: data.changed_by,
      updatedAt: data.updated_at,
      publishedAt: data.published_at,
      readMinutes: data.read_minutes,
    }
  )
}

export function categoriesQuery(slug: string | null) {
  return queryOptions({
    queryKey: clinicKey(slug, 'content-categories'),
    queryFn: async ({ signal }): Promise<string[]> => {
      const { data, error } = await rest
        .from('content_categories')
        .select('name')
        .order('name')
        .abortSignal(signal)
      if (error) throw error
      return [...startCategories, ...data.map(({ name }) => name)]
    },
  })
}

export function examplesQuery(slug: string | null) {
  return queryOptions({
    queryKey: clinicKey(slug, 'content-examples'),
    queryFn: async () => (await callFunction('content-examples', {})).examples,
  })
}

function itemOf(row: Row): ContentItem {
  const { id, type, status, title, category, description, version } = row
  return {
    id,
    type,
    status,
    title,
    category,
    description,
    version,
    isFeatured: row.is_featured,
    isUncheckedExample: row.is_unchecked_example,
    hasUnpublishedChanges: row.has_unpublished_changes,
    views: row.view_count,
    createdAt: row.created_at,
  }
}

export function pageNotesQuery(slug: string | null, documentId: string) {
  return queryOptions({
    queryKey: clinicKey(slug, 'page-notes', documentId),
    queryFn: async ({ signal }): Promise<string[]> => {
      const { data, error } = await rest
        .from('content_pages')
        .select('notes')
        .eq('document_id', documentId)
        .order('number')
        .abortSignal(signal)
      if (error) throw error
      return data.map(({ notes }) => notes)
    },
  })
}

/** Libraries that share with this clinic, and clinics that may copy from it. */
export function sharedLibrariesQuery(slug: string | null) {
  return queryOptions({
    queryKey: clinicKey(slug, 'shared-libraries'),
    queryFn: () => callFunction('shared-libraries', {}),
  })
}

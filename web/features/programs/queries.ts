import { queryOptions } from '@tanstack/react-query'
import type { ProgramExample, ProgramStart } from '#domain/programs/programs.ts'
import { callFunction, rest } from '#web/lib/fetch/api.ts'
import { clinicKey } from '#web/lib/fetch/query-client.ts'

export interface Program {
  id: string
  title: string
  description: string
  category: string
  emoji: string
  start: ProgramStart
  /** the clinic's date; null for a rolling start */
  startsOn: string | null
  intervalDays: number
  isUncheckedExample: boolean
  version: number
  sessions: ProgramSession[]
  plans: { id: string; name: string }[]
}

export interface ProgramSession {
  id: string
  title: string
  description: string
  itemId: string | null
  slidesItemId: string | null
  isPublished: boolean
}

const columns =
  `id,title,description,category,emoji,start,starts_on,interval_days,is_unchecked_example,version,
  program_sessions(id,position,title,description,item_id,slides_item_id,
                   content:content_items!program_sessions_item_fkey(status),
                   slides:content_items!program_sessions_slides_fkey(status)),
  program_plans(plan_id,plans(name))` as const

export function programsQuery(slug: string) {
  return queryOptions({
    queryKey: clinicKey(slug, 'programs'),
    queryFn: async ({ signal }): Promise<Program[]> => {
      const { data, error } = await rest
        .from('programs')
        .select(columns)
        .order('created_at', { ascending: false })
        .order('position', { referencedTable: 'program_sessions' })
        .abortSignal(signal)
      if (error) throw error
      return data.map((row) => ({
        id: row.id,
        title: row.title,
        description: row.description,
        category: row.category,
        emoji: row.emoji,
        start: row.start,
        startsOn: row.starts_on,
        intervalDays: row.interval_days,
        isUncheckedExample: row.is_unchecked_example,
        version: row.version,
        sessions: row.program_sessions.map((session) => ({
          id: session.id,
          title: session.title,
          description: session.description,
          itemId: session.item_id,
          slidesItemId: session.slides_item_id,
          isPublished: session.content?.status === 'published' || session.slides?.status === 'published',
        })),
        plans: row.program_plans.map(({ plan_id, plans }) => ({ id: plan_id, name: plans?.name ?? '' })),
      }))
    },
  })
}

export function sessionContentQuery(slug: string) {
  return queryOptions({
    queryKey: clinicKey(slug, 'session-content'),
    queryFn: async ({ signal }) => {
      const { data, error } = await rest
        .from('content_items')
        .select('id,title,type,status')
        .order('title')
        .limit(1000)
        .abortSignal(signal)
      if (error) throw error
      return data
    },
  })
}

export function programExamplesQuery(slug: string) {
  return queryOptions({
    queryKey: clinicKey(slug, 'program-examples'),
    queryFn: async (): Promise<ProgramExample[]> => (await callFunction('program-examples', {})).examples,
  })
}

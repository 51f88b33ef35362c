import { queryOptions } from '@tanstack/react-query'
import type { CarePlan } from '#domain/care-plans/care-plans.ts'
import type { ContentType } from '#domain/content/body.ts'
import { rest } from '#web/lib/fetch/api.ts'
import { clinicKey } from '#web/lib/fetch/query-client.ts'
import { readAll } from '#web/lib/fetch/read-all.ts'

export interface StoredCarePlan {
  plan: CarePlan
  version: number
  /** an ISO instant */
  updatedAt: string
}

/** The reader's plan at this clinic; null before the first save. */
export function ownCarePlanQuery(slug: string) {
  return queryOptions({
    queryKey: clinicKey(slug, 'own-care-plan'),
    refetchOnWindowFocus: true,
    queryFn: async ({ signal }): Promise<StoredCarePlan | null> => {
      const { data, error } = await rest
        .from('care_plans')
        .select('body,version,updated_at')
        .abortSignal(signal)
        .maybeSingle()
      if (error) throw error
      return data && storedOf(data)
    },
  })
}

/** A patient's plan. The server records the read. */
export function carePlanQuery(slug: string, patientId: string) {
  return queryOptions({
    queryKey: clinicKey(slug, 'care-plan', patientId),
    // each visit of the page must record a read
    gcTime: 0,
    queryFn: async ({ signal }): Promise<StoredCarePlan | null> => {
      const { data, error } = await rest
        .from('care_plans')
        .select('body,version,updated_at')
        .eq('patient_id', patientId)
        .abortSignal(signal)
        .maybeSingle()
      if (error) throw error
      return data && storedOf(data)
    },
  })
}

function storedOf(row: { body: unknown; version: number; updated_at: string }): StoredCarePlan {
  return { plan: row.body as CarePlan, version: row.version, updatedAt: row.updated_at }
}

export interface OwnTemplate {
  id: string
  title: string
  description: string
  plan: CarePlan
  version: number
}

export function ownTemplatesQuery(slug: string) {
  return queryOptions({
    queryKey: clinicKey(slug, 'care-plan-templates'),
    queryFn: async ({ signal }): Promise<OwnTemplate[]> => {
      const { data, error } = await rest
        .from('care_plan_templates')
        .select('id,title,description,body,version')
        .order('title')
        .abortSignal(signal)
      if (error) throw error
      return data.map(({ body, ...row }) => ({ ...row, plan: body as unknown as CarePlan }))
    },
  })
}

export interface ThemeLesson {
  id: string
  type: ContentType
  title: string
  readMinutes: number
}

export function themeLessonsQuery(slug: string) {
  return queryOptions({
    queryKey: clinicKey(slug, 'theme-lessons'),
    queryFn: async ({ signal }): Promise<ThemeLesson[]> => {
      const rows = await readAll((from, to) =>
        rest
          .from('content_versions')
          .select('item_id,type,title,read_minutes,content_items!inner(status)')
          .is('superseded_at', null)
          .eq('content_items.status', 'published')
          .order('title')
          .order('item_id')
          .range(from, to)
          .abortSignal(signal),
      )
      return rows.map(({ item_id, type, title, read_minutes }) => ({
        id: item_id,
        type: type as ContentType,
        title,
        readMinutes: read_minutes,
      }))
    },
  })
}

import { queryOptions } from '@tanstack/react-query'
import type { ContentBody } from '#domain/content/body.ts'
import type { TeamNotes } from '#domain/content/slides.ts'
import type { LessonAnswer } from '#domain/visit-lessons/visit-lessons.ts'
import { rest } from '#web/lib/fetch/api.ts'
import { pollUnlessLive } from '#web/lib/fetch/poll-unless-live.ts'
import { clinicKey } from '#web/lib/fetch/query-client.ts'
import { readAll } from '#web/lib/fetch/read-all.ts'

export interface VisitLesson {
  id: string
  presentationId: string
  title: string
  slide: number
  startedAt: string | null
  endedAt: string | null
  answers: LessonAnswer[] | null
}

export interface OpenVisitLesson extends VisitLesson {
  versionId: string
  notes: TeamNotes
  questions: string[]
}

const columns = 'id,item_id,version_id,slide,started_at,ended_at,answers'

export function visitLessonQuery(slug: string, appointmentId: string) {
  return queryOptions({
    queryKey: clinicKey(slug, 'visit-lessons', 'of', appointmentId),
    queryFn: async ({ signal }): Promise<VisitLesson | null> => {
      const { data, error } = await rest
        .from('visit_lessons')
        .select(`${columns},content_versions!inner(title)` as const)
        .eq('appointment_id', appointmentId)
        .abortSignal(signal)
        .maybeSingle()
      if (error) throw error
      return data && lessonOf(data, data.content_versions.title)
    },
  })
}

/** Lessons of the visits in a time span, by visit. @param from, until ISO instants, both included */
export function visitLessonsQuery(slug: string, { from, until }: { from: string; until: string }) {
  return queryOptions({
    queryKey: clinicKey(slug, 'visit-lessons', 'between', from, until),
    queryFn: async ({ signal }): Promise<ReadonlyMap<string, VisitLesson>> => {
      const rows = await readAll((first, last) =>
        rest
          .from('visit_lessons')
          .select(
            `${columns},appointment_id,content_versions!inner(title),appointments!inner(starts_at)` as const,
          )
          .gte('appointments.starts_at', from)
          .lte('appointments.starts_at', until)
          .order('id')
          .range(first, last)
          .abortSignal(signal),
      )
      return new Map(rows.map((row) => [row.appointment_id, lessonOf(row, row.content_versions.title)]))
    },
  })
}

/** One lesson while it is shown; null if missing. */
export function openLessonQuery(slug: string, lessonId: string) {
  return queryOptions({
    queryKey: clinicKey(slug, 'visit-lessons', lessonId),
    staleTime: 0,
    refetchInterval: pollUnlessLive,
    queryFn: async ({ signal }): Promise<OpenVisitLesson | null> => {
      const { data, error } = await rest
        .from('visit_lessons')
        .select(`${columns},content_versions!inner(title,body,team_notes)` as const)
        .eq('id', lessonId)
        .abortSignal(signal)
        .maybeSingle()
      if (error) throw error
      if (!data) return null
      const { title, body, team_notes } = data.content_versions
      const { questions } = body as unknown as Extract<ContentBody, { type: 'presentation' }>
      return {
        ...lessonOf(data, title),
        versionId: data.version_id,
        notes: (team_notes as TeamNotes | null) ?? { slides: {}, listenFor: [] },
        questions: questions.map(({ question }) => question),
      }
    },
  })
}

interface Row {
  id: string
  item_id: string
  slide: number
  started_at: string | null
  ended_at: string | null
  answers: unknown
}

function lessonOf({ id, item_id, slide, started_at, ended_at, answers }: Row, title: string): VisitLesson {
  return {
    id,
    presentationId: item_id,
    title,
    slide,
    startedAt: started_at,
    endedAt: ended_at,
    answers: answers as LessonAnswer[] | null,
  }
}

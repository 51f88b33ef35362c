import { queryOptions } from '@tanstack/react-query'
import type { ContentType } from '#domain/content/body.ts'
import { sessionAt } from '#domain/programs/programs.ts'
import { programTexts } from '#domain/texts/programs.ts'
import { rest } from '#web/lib/fetch/api.ts'
import { clinicKey } from '#web/lib/fetch/query-client.ts'
import { readAll } from '#web/lib/fetch/read-all.ts'

/** Published content, which can be assigned. */
export function resourcesQuery(slug: string) {
  return queryOptions({
    queryKey: clinicKey(slug, 'resources'),
    queryFn: ({ signal }): Promise<{ id: string; title: string }[]> =>
      readAll((from, to) =>
        rest
          .from('content_items')
          .select('id,title')
          .eq('status', 'published')
          .order('title')
          .order('id')
          .range(from, to)
          .abortSignal(signal),
      ),
  })
}

/** A lesson assigned to a patient. Instants are ISO strings, dates the clinic's. */
export interface PersonLesson {
  id: string
  itemId: string
  title: string
  type: ContentType
  reason: string
  dueOn: string | null
  opensAt: string
  assignedAt: string
  completedAt: string | null
  withdrawnAt: string | null
  /** a newer version than the assigned one exists */
  isSuperseded: boolean
}

/** All assignments of a patient, newest first. The server records the read. */
export function personLessonsQuery(slug: string, patientId: string) {
  return queryOptions({
    queryKey: clinicKey(slug, 'person-lessons', patientId),
    refetchOnWindowFocus: true,
    queryFn: async ({ signal }): Promise<PersonLesson[]> => {
      const rows = await readAll((from, to) =>
        rest
          .from('lesson_assignments')
          .select(
            'id,item_id,reason,due_on,opens_at,assigned_at,completed_at,withdrawn_at,content_versions!inner(title,type,superseded_at)',
          )
          .eq('patient_id', patientId)
          .order('assigned_at', { ascending: false })
          .order('id')
          .range(from, to)
          .abortSignal(signal),
      )
      return rows.map((row) => ({
        id: row.id,
        itemId: row.item_id,
        title: row.content_versions.title,
        type: row.content_versions.type,
        reason: row.reason,
        dueOn: row.due_on,
        opensAt: row.opens_at,
        assignedAt: row.assigned_at,
        completedAt: row.completed_at,
        withdrawnAt: row.withdrawn_at,
        isSuperseded: row.content_versions.superseded_at !== null,
      }))
    },
  })
}

export interface PersonProgram {
  id: string
  title: string
  emoji: string
  startsOn: string
  byPlan: boolean
  endedAt: string | null
  lessons: number
  completed: number
}

/** A patient's current and past programs, newest first. The server records the read. */
export function personProgramsQuery(slug: string, patientId: string) {
  return queryOptions({
    queryKey: clinicKey(slug, 'person-programs', patientId),
    refetchOnWindowFocus: true,
    queryFn: async ({ signal }): Promise<PersonProgram[]> => {
      const { data, error } = await rest
        .from('program_enrollments')
        .select(
          'id,source,starts_on,ended_at,programs(title,emoji),lesson_assignments(completed_at,withdrawn_at)',
        )
        .eq('patient_id', patientId)
        .order('enrolled_at', { ascending: false })
        .limit(50)
        .abortSignal(signal)
      if (error) throw error
      return data.map(({ id, source, starts_on, ended_at, programs, lesson_assignments }) => {
        const lessons = lesson_assignments.filter(
          ({ completed_at, withdrawn_at }) => completed_at !== null || withdrawn_at === null,
        )
        return {
          id,
          // a deleted program disappears for the team, not for its patients
          title: programs?.title ?? programTexts.person.deleted,
          emoji: programs?.emoji ?? '',
          startsOn: starts_on,
          byPlan: source === 'plan',
          endedAt: ended_at,
          lessons: lessons.length,
          completed: lessons.filter(({ completed_at }) => completed_at !== null).length,
        }
      })
    },
  })
}

/** The patient's newest health program, and the session that a visit matches. The server records the read. */
export function programOfVisitQuery(
  slug: string,
  { patientId, startsAt }: { patientId: string; startsAt: string },
) {
  return queryOptions({
    queryKey: clinicKey(slug, 'person-programs', patientId, 'at', startsAt),
    queryFn: async ({ signal }): Promise<{ title: string; emoji: string; session: string | null } | null> => {
      const { data, error } = await rest
        .from('program_enrollments')
        .select(
          'programs!inner(title,emoji),lesson_assignments(opens_at,completed_at,withdrawn_at,program_sessions(title))',
        )
        .eq('patient_id', patientId)
        .is('ended_at', null)
        .order('enrolled_at', { ascending: false })
        .limit(1)
        .abortSignal(signal)
      if (error) throw error
      const [enrollment] = data
      if (!enrollment) return null
      const lessons = enrollment.lesson_assignments
        .filter(({ withdrawn_at }) => withdrawn_at === null)
        .map(({ opens_at, completed_at, program_sessions }) => ({
          opensAt: opens_at,
          isCompleted: completed_at !== null,
          // null for a session removed from the program
          title: program_sessions?.title ?? null,
        }))
      const { title, emoji } = enrollment.programs
      return { title, emoji, session: sessionAt(lessons, startsAt)?.title ?? null }
    },
  })
}

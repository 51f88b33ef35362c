import { queryOptions } from '@tanstack/react-query'
import { rest } from '#web/lib/fetch/api.ts'
import { clinicKey } from '#web/lib/fetch/query-client.ts'
import { readAll } from '#web/lib/fetch/read-all.ts'
import { type TeamVisit, type VisitRow, visitColumns, visitOf } from './queries.ts'

export interface PersonVisit extends TeamVisit {
  /** canceled by the patient after the type's deadline */
  canceledLate: boolean
}

/** All visits of a patient, the latest first. The server records the read. */
export function personVisitsQuery(slug: string, patientId: string) {
  return queryOptions({
    queryKey: clinicKey(slug, 'appointments', 'person', patientId),
    refetchOnWindowFocus: true,
    queryFn: async ({ signal }): Promise<PersonVisit[]> => {
      const rows = await readAll((from, to) =>
        rest
          .from('appointments')
          .select(`${visitColumns},canceled_late`)
          .eq('patient_id', patientId)
          .order('starts_at', { ascending: false })
          .order('id')
          .range(from, to)
          .abortSignal(signal),
      )
      return (rows as unknown as (VisitRow & { canceled_late: boolean })[]).map((row) => ({
        ...visitOf(row),
        canceledLate: row.canceled_late,
      }))
    },
  })
}

/** Visits without an outcome, the next one first. */
export function openVisitsOf<Visit extends TeamVisit>(visits: readonly Visit[]): Visit[] {
  return visits.filter(({ status }) => status === 'upcoming' || status === 'requested').toReversed()
}

export interface NoShows {
  count: number
  /** visits with an outcome */
  of: number
  /** YYYY-MM-DD */
  last: string
}

/** Null without any. @param visits the latest first */
export function noShowsOf(visits: readonly Pick<TeamVisit, 'status' | 'date'>[]): NoShows | null {
  const missed = visits.filter(({ status }) => status === 'no_show')
  const [latest] = missed
  if (!latest) return null
  const completed = visits.filter(({ status }) => status === 'completed')
  return { count: missed.length, of: missed.length + completed.length, last: latest.date }
}

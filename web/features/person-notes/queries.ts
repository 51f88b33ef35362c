import { queryOptions } from '@tanstack/react-query'
import { personName } from '#domain/memberships/person-name.ts'
import { personNoteTexts } from '#domain/texts/person-notes.ts'
import { readProfiles } from '#web/lib/clinic/user-profiles.ts'
import { rest } from '#web/lib/fetch/api.ts'
import { clinicKey } from '#web/lib/fetch/query-client.ts'
import { readAll } from '#web/lib/fetch/read-all.ts'

/** A note of the team. Instants are ISO strings. */
export interface PersonNote {
  id: string
  body: string
  authorId: string | null
  authorName: string
  version: number
  createdAt: string
  /** last change; null: never */
  changedAt: string | null
}

/** The team's notes about a patient, newest first. The server records the read. */
export function personNotesQuery(slug: string, patientId: string) {
  return queryOptions({
    queryKey: clinicKey(slug, 'person-notes', patientId),
    refetchOnWindowFocus: true,
    queryFn: async ({ signal }): Promise<PersonNote[]> => {
      const rows = await readAll((from, to) =>
        rest
          .from('person_notes')
          .select('id,body,author_id,version,created_at,updated_at')
          .eq('patient_id', patientId)
          .order('created_at', { ascending: false })
          .order('id', { ascending: false })
          .range(from, to)
          .abortSignal(signal),
      )
      const authors = [...new Set(rows.flatMap(({ author_id }) => author_id ?? []))]
      // notes are shown even if the names cannot be loaded
      const profiles = authors.length > 0 ? await readProfiles(authors).catch(() => []) : []
      return rows.map(({ id, body, author_id, version, created_at, updated_at }) => {
        const profile = profiles.find((known) => known.id === author_id)
        return {
          ...{ id, body, version },
          authorId: author_id,
          authorName: profile ? personName(profile, author_id) : personNoteTexts.formerColleague,
          createdAt: created_at,
          changedAt: version > 1 ? updated_at : null,
        }
      })
    },
  })
}

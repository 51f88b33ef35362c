import { queryOptions } from '@tanstack/react-query'
import { personName } from '#domain/memberships/person-name.ts'
import { messageTexts } from '#domain/texts/messages.ts'
import { readProfiles } from '#web/lib/clinic/user-profiles.ts'
import { rest } from '#web/lib/fetch/api.ts'
import { clinicKey } from '#web/lib/fetch/query-client.ts'
import { readAll } from '#web/lib/fetch/read-all.ts'
import { live, type MessageNote } from './queries.ts'

/** The team's notes in a patient's thread, oldest first. For the team only. The server records the read. */
export function messageNotesQuery(slug: string, patientId: string) {
  return queryOptions({
    queryKey: clinicKey(slug, 'messages', 'notes', patientId),
    ...live,
    queryFn: async ({ signal }): Promise<MessageNote[]> => {
      const rows = await readAll((from, to) =>
        rest
          .from('message_notes')
          .select('id,author_id,body,written_at')
          .eq('patient_id', patientId)
          .order('written_at')
          .order('id')
          .range(from, to)
          .abortSignal(signal),
      )
      const authors = [...new Set(rows.flatMap(({ author_id }) => author_id ?? []))]
      // notes are shown even if the names cannot be loaded
      const profiles = authors.length > 0 ? await readProfiles(authors).catch(() => []) : []
      return rows.map(({ id, author_id, body, written_at }) => {
        const profile = profiles.find((known) => known.id === author_id)
        return {
          ...{ id, body },
          authorId: author_id,
          authorName: profile ? personName(profile, author_id) : messageTexts.desk.formerColleague,
          sentAt: written_at,
        }
      })
    },
  })
}

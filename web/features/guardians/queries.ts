import { queryOptions } from '@tanstack/react-query'
import { messageFile, messageFileColumns } from '#web/components/documents/message-file.ts'
import { callFunction, rest } from '#web/lib/fetch/api.ts'
import { clinicKey } from '#web/lib/fetch/query-client.ts'

/** A patient's guardians; without a patient, the reader's own. The server records the team's read. */
export function guardiansQuery(slug: string, patientId: string | null) {
  return queryOptions({
    queryKey: clinicKey(slug, 'guardians', patientId ?? 'own'),
    refetchOnWindowFocus: true,
    queryFn: () => callFunction('guardians', patientId ? { patientId } : {}),
  })
}

export function ownWardsQuery(slug: string) {
  return queryOptions({
    queryKey: clinicKey(slug, 'own-wards'),
    refetchOnWindowFocus: true,
    queryFn: () => callFunction('own-wards'),
  })
}

/** The patient the page acts for; null once the access has ended. */
export function wardRecordQuery(slug: string) {
  return queryOptions({
    queryKey: clinicKey(slug, 'ward-record'),
    refetchOnWindowFocus: true,
    queryFn: async ({ signal }): Promise<{ id: string; name: string } | null> => {
      const { data, error } = await rest
        .from('patients')
        .select('id,full_name')
        .abortSignal(signal)
        .maybeSingle()
      if (error) throw error
      return data && { id: data.id, name: data.full_name }
    },
  })
}

export function wardLessonsQuery(slug: string) {
  return queryOptions({
    queryKey: clinicKey(slug, 'ward-lessons'),
    queryFn: async ({ signal }) => {
      const { data, error } = await rest
        .from('lesson_assignments')
        .select('id,item_id,reason,due_on,completed_at,content_versions!inner(title,description)')
        .order('assigned_at', { ascending: false })
        .limit(100)
        .abortSignal(signal)
      if (error) throw error
      return data
    },
  })
}

export const messagesStep = 30

/** The ward's newest messages, oldest first, with one extra if there are more. */
export function wardMessagesQuery(slug: string, upTo: number) {
  return queryOptions({
    queryKey: clinicKey(slug, 'ward-messages', upTo),
    refetchOnWindowFocus: true,
    refetchInterval: 30_000,
    queryFn: async ({ signal }) => {
      const { data, error } = await rest
        .from('messages')
        .select(`id,number,from_side,author_name,body,sent_at,patient_files(${messageFileColumns})` as const)
        .order('number', { ascending: false })
        .limit(upTo + 1)
        .abortSignal(signal)
      if (error) throw error
      return data
        .toReversed()
        .map(({ patient_files, ...row }) => ({ ...row, files: patient_files.map(messageFile) }))
    },
  })
}

/** The ages of the clinic's ladder as form values; the domain's defaults without a row. */
export function guardianRulesQuery(slug: string) {
  return queryOptions({
    queryKey: clinicKey(slug, 'guardian-rules'),
    queryFn: async ({ signal }) => {
      const { data, error } = await rest
        .from('guardian_rules')
        .select('limited_from,ends_at,invites,version')
        .abortSignal(signal)
        .maybeSingle()
      if (error) throw error
      return data
    },
  })
}

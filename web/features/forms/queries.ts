import { queryOptions } from '@tanstack/react-query'
import type { Answers, FormField, Occasion, Repetition } from '#domain/forms/forms.ts'
import { rest } from '#web/lib/fetch/api.ts'
import { clinicKey } from '#web/lib/fetch/query-client.ts'
import { readAll } from '#web/lib/fetch/read-all.ts'
import { isUuid } from '#web/lib/page/is-uuid.ts'

export interface ClinicForm {
  id: string
  title: string
  fields: FormField[]
  occasion: Occasion
  visitTypes: string[]
  repeats: Repetition
  isActive: boolean
  version: number
}

/** The clinic's forms, for the team. */
export function formsQuery(slug: string) {
  return queryOptions({
    queryKey: clinicKey(slug, 'forms', 'list'),
    queryFn: async ({ signal }): Promise<ClinicForm[]> => {
      const { data, error } = await rest
        .from('forms')
        .select('id,title,fields,occasion,visit_types,repeats,is_active,version')
        .order('title')
        .order('id')
        .abortSignal(signal)
      if (error) throw error
      return data.map((row) => ({
        ...{ id: row.id, title: row.title, version: row.version, visitTypes: row.visit_types },
        fields: row.fields as unknown as FormField[],
        occasion: row.occasion as Occasion,
        repeats: row.repeats as Repetition,
        isActive: row.is_active,
      }))
    },
  })
}

export function visitKindsQuery(slug: string) {
  return queryOptions({
    queryKey: clinicKey(slug, 'forms', 'visit-kinds'),
    queryFn: async ({ signal }): Promise<{ key: string; name: string; isActive: boolean }[]> => {
      const { data, error } = await rest
        .from('appointment_types')
        .select('key,name,is_active')
        .order('position')
        .order('name')
        .abortSignal(signal)
      if (error) throw error
      return data.map(({ key, name, is_active: isActive }) => ({ key, name, isActive }))
    },
  })
}

/** A form that a patient was asked for. Instants are ISO strings. */
export interface FormRequest {
  id: string
  title: string
  dueAt: string | null
  askedAt: string
  savedAt: string | null
  startedAt: string | null
  signedAt: string | null
  signedName: string | null
  signedAs: string | null
}

export interface TeamFormRequest extends FormRequest {
  withdrawnAt: string | null
}

interface SummaryRow {
  id: string
  title: string
  due_at: string | null
  asked_at: string
  saved_at: string | null
  started_at: string | null
  signed_at: string | null
  signed_name: string | null
  signed_as: string | null
}

const requestOf = (row: SummaryRow): FormRequest => ({
  ...{ id: row.id, title: row.title, dueAt: row.due_at, askedAt: row.asked_at, savedAt: row.saved_at },
  ...{ startedAt: row.started_at, signedAt: row.signed_at, signedName: row.signed_name },
  signedAs: row.signed_as,
})

/** A patient's forms without answers, newest first, for the team. The server records the read. */
export function personFormsQuery(slug: string, patientId: string) {
  return queryOptions({
    queryKey: clinicKey(slug, 'forms', 'person', patientId),
    refetchOnWindowFocus: true,
    queryFn: async ({ signal }): Promise<TeamFormRequest[]> => {
      const rows = await readAll((from, to) =>
        rest
          .from('form_requests')
          .select('id,title,due_at,asked_at,saved_at,started_at,signed_at,signed_name,signed_as,withdrawn_at')
          .eq('patient_id', patientId)
          .order('asked_at', { ascending: false })
          .order('id')
          .range(from, to)
          .abortSignal(signal),
      )
      return rows.map((row) => ({ ...requestOf(row), withdrawnAt: row.withdrawn_at }))
    },
  })
}

/** The reader's forms, those to fill in first; on a ward's page the ward's. Not for the team. */
export function ownFormsQuery(slug: string) {
  return queryOptions({
    queryKey: clinicKey(slug, 'own-forms', 'list'),
    refetchOnWindowFocus: true,
    queryFn: async ({ signal }): Promise<FormRequest[]> => {
      const { data, error } = await rest
        .from('form_requests')
        .select('id,title,due_at,asked_at,saved_at,started_at,signed_at,signed_name,signed_as')
        .order('signed_at', { ascending: false, nullsFirst: true })
        .order('due_at', { ascending: true, nullsFirst: false })
        .order('asked_at', { ascending: false })
        .limit(200)
        .abortSignal(signal)
      if (error) throw error
      return data.map(requestOf)
    },
  })
}

export interface OpenForm extends FormRequest {
  fields: FormField[]
  answers: Answers
  version: number
  statement: string | null
}

/** One form with its answers; null if the reader has no such form. The server records the read. */
export function formQuery(slug: string, requestId: string) {
  return queryOptions({
    queryKey: clinicKey(slug, 'own-forms', 'one', requestId),
    // answers that another page has saved must not appear as current
    gcTime: 0,
    staleTime: Number.POSITIVE_INFINITY,
    queryFn: async ({ signal }): Promise<OpenForm | null> => {
      if (!isUuid(requestId)) return null
      const { data, error } = await rest
        .from('form_requests')
        .select(
          'id,title,due_at,asked_at,saved_at,started_at,signed_at,signed_name,signed_as,fields,answers,version,signed_statement',
        )
        .eq('id', requestId)
        .abortSignal(signal)
        .maybeSingle()
      if (error) throw error
      if (!data) return null
      return {
        ...requestOf(data),
        fields: data.fields as unknown as FormField[],
        answers: data.answers as unknown as Answers,
        version: data.version,
        statement: data.signed_statement,
      }
    },
  })
}

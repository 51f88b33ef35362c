import { infiniteQueryOptions, keepPreviousData, queryOptions } from '@tanstack/react-query'
import type { FeedbackView } from '#domain/feedback/feedback.ts'
import { personName } from '#domain/memberships/person-name.ts'
import { feedbackTexts } from '#domain/texts/feedback.ts'
import { formatPhone, phoneCountry } from '#domain/values/phones.ts'
import type { Clinic } from '#web/lib/clinic/current-clinic.ts'
import { readProfiles } from '#web/lib/clinic/user-profiles.ts'
import { rest } from '#web/lib/fetch/api.ts'
import { clinicKey } from '#web/lib/fetch/query-client.ts'

const pageRows = 20

export interface Feedback {
  id: string
  patientId: string
  userId: string | null
  name: string
  rating: number
  body: string
  /** E.164; null: no call wanted */
  callPhone: string | null
  givenAt: string
  answeredAt: string | null
  answeredBy: string | null
}

/** The clinic's feedback of a view, newest first. The server records the read. */
export function feedbackQuery(slug: string, view: FeedbackView) {
  return infiniteQueryOptions({
    queryKey: clinicKey(slug, 'feedback', 'list', view),
    staleTime: 5_000,
    refetchOnWindowFocus: true,
    placeholderData: keepPreviousData,
    initialPageParam: null as { at: string; id: string } | null,
    queryFn: async ({ pageParam, signal }): Promise<Feedback[]> => {
      let query = rest
        .from('feedback')
        .select(
          'id,patient_id,rating,body,call_phone,given_at,answered_at,answered_by,patients!inner(full_name,user_id)',
        )
        .order('given_at', { ascending: false })
        .order('id')
        .limit(pageRows)
        .abortSignal(signal)
      query = view === 'open' ? query.is('answered_at', null) : query.not('answered_at', 'is', null)
      if (pageParam) {
        const { at, id } = pageParam
        query = query.or(`given_at.lt.${at},and(given_at.eq.${at},id.gt.${id})`)
      }
      const { data, error } = await query
      if (error) throw error
      const ids = [...new Set(data.flatMap(({ answered_by }) => answered_by ?? []))]
      // the list is shown even if the names of colleagues cannot be loaded
      const profiles = ids.length > 0 ? await readProfiles(ids).catch(() => []) : []
      return data.map((row) => {
        const profile = profiles.find((each) => each.id === row.answered_by)
        return {
          id: row.id,
          patientId: row.patient_id,
          userId: row.patients.user_id,
          name: row.patients.full_name,
          rating: row.rating,
          body: row.body,
          callPhone: row.call_phone,
          givenAt: row.given_at,
          answeredAt: row.answered_at,
          answeredBy: profile ? personName(profile, row.answered_by) : feedbackTexts.list.formerColleague,
        }
      })
    },
    getNextPageParam: (page) => {
      const last = page.at(-1)
      return page.length === pageRows && last ? { at: last.givenAt, id: last.id } : null
    },
  })
}

/** A patient's own feedback, newest first. For patients only: the clinic's team would get all feedback. */
export function ownFeedbackQuery(clinic: Pick<Clinic, 'id' | 'subdomain'>) {
  return queryOptions({
    queryKey: clinicKey(clinic.subdomain, 'own-feedback'),
    staleTime: 0,
    queryFn: async ({ signal }) => {
      const { data, error } = await rest
        .from('feedback')
        .select('id,rating,body,given_at,answered_at')
        .eq('clinic_id', clinic.id)
        .order('given_at', { ascending: false })
        .limit(10)
        .abortSignal(signal)
      if (error) throw error
      return data
    },
  })
}

/** The patient's phone number in local format; empty without one. */
export function ownPhoneQuery(clinic: Pick<Clinic, 'id' | 'subdomain' | 'currency'>) {
  return queryOptions({
    queryKey: clinicKey(clinic.subdomain, 'own-phone'),
    staleTime: 0,
    queryFn: async ({ signal }): Promise<string> => {
      const { data, error } = await rest
        .from('patient_details')
        .select('phone')
        .eq('clinic_id', clinic.id)
        .abortSignal(signal)
        .maybeSingle()
      if (error) throw error
      return data?.phone ? formatPhone(data.phone, phoneCountry(clinic.currency)) : ''
    },
  })
}

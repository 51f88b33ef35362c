import { queryOptions } from '@tanstack/react-query'
import type { ContactPreferences } from '#domain/preferences/contact-preferences.ts'
import { contactDefaults, noticeDefaults } from '#domain/preferences/defaults.ts'
import type { NoticePreferences } from '#domain/preferences/notice-preferences.ts'
import type { Clinic } from '#web/lib/clinic/current-clinic.ts'
import { rest } from '#web/lib/fetch/api.ts'
import { clinicKey } from '#web/lib/fetch/query-client.ts'

type OfClinic = Pick<Clinic, 'id' | 'subdomain'>

/** Refetched on focus: another tab or a text message may have changed them. */
const mayChangeElsewhere = { refetchOnWindowFocus: 'always', staleTime: 0 } as const

/** A patient's contact preferences. For patients only: the clinic's team would get all rows. */
export function contactPreferencesQuery(clinic: OfClinic) {
  return queryOptions({
    queryKey: clinicKey(clinic.subdomain, 'contact-preferences'),
    ...mayChangeElsewhere,
    queryFn: async ({ signal }): Promise<ContactPreferences> => {
      const { data, error } = await rest
        .from('contact_preferences')
        .select(
          'email_notifications, sms_notifications, appointment_reminders, marketing_communications, version',
        )
        .eq('clinic_id', clinic.id)
        .abortSignal(signal)
        .maybeSingle()
      if (error) throw error
      if (!data) return contactDefaults
      return {
        version: data.version,
        emailNotifications: data.email_notifications,
        smsNotifications: data.sms_notifications,
        appointmentReminders: data.appointment_reminders,
        marketingCommunications: data.marketing_communications,
      }
    },
  })
}

/** True if the patient came of age and must choose again. */
export function askedAnewQuery(clinic: OfClinic) {
  return queryOptions({
    queryKey: clinicKey(clinic.subdomain, 'contact-preferences', 'asked-anew'),
    ...mayChangeElsewhere,
    queryFn: async ({ signal }): Promise<boolean> => {
      const { data, error } = await rest
        .from('contact_preferences')
        .select('asked_anew_at')
        .eq('clinic_id', clinic.id)
        .not('asked_anew_at', 'is', null)
        .abortSignal(signal)
        .maybeSingle()
      if (error) throw error
      return data !== null
    },
  })
}

/** True if the patient's number replied STOP, so that it gets no text messages whatever is chosen here. */
export function textsStoppedQuery(clinic: OfClinic) {
  return queryOptions({
    queryKey: clinicKey(clinic.subdomain, 'contact-preferences', 'texts-stopped'),
    ...mayChangeElsewhere,
    queryFn: async ({ signal }): Promise<boolean> => {
      const { data, error } = await rest.rpc('texts_stopped_for_me').abortSignal(signal)
      if (error) throw error
      return data
    },
  })
}

export interface OwnConsent {
  id: string
  purpose: string
  is_given: boolean
  channel: string
  wording: string
  given_at: string
}

export function ownConsentsQuery(clinic: OfClinic) {
  return queryOptions({
    queryKey: clinicKey(clinic.subdomain, 'contact-preferences', 'consents'),
    staleTime: 0,
    queryFn: async ({ signal }): Promise<OwnConsent[]> => {
      const { data, error } = await rest
        .from('consents')
        .select('id, purpose, is_given, channel, wording, given_at')
        .eq('clinic_id', clinic.id)
        .order('given_at', { ascending: false })
        .limit(100)
        .abortSignal(signal)
      if (error) throw error
      return data
    },
  })
}

export function noticePreferencesQuery(clinic: OfClinic, userId: string) {
  return queryOptions({
    queryKey: clinicKey(clinic.subdomain, 'notice-preferences', userId),
    ...mayChangeElsewhere,
    queryFn: async ({ signal }): Promise<NoticePreferences> => {
      const { data, error } = await rest
        .from('notice_preferences')
        .select(
          'version, patient_messages, appointment_updates, system_alerts, task_assignments, daily_summary, important_alerts',
        )
        .eq('clinic_id', clinic.id)
        .eq('user_id', userId)
        .abortSignal(signal)
        .maybeSingle()
      if (error) throw error
      return data ?? noticeDefaults
    },
  })
}

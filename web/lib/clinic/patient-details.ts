import { queryOptions } from '@tanstack/react-query'
import { rest } from '#web/lib/fetch/api.ts'
import { clinicKey } from '#web/lib/fetch/query-client.ts'

/** Details entered by a patient or by the clinic; null: none yet. The server records the read. */
export function patientDetailsQuery(slug: string, patientId: string) {
  return queryOptions({
    queryKey: clinicKey(slug, 'patient-details', patientId),
    queryFn: async ({ signal }) => {
      const { data, error } = await rest
        .from('patient_details')
        .select('phone,date_of_birth,address,city,state,zip_code,version')
        .eq('patient_id', patientId)
        .abortSignal(signal)
        .maybeSingle()
      if (error) throw error
      return data
    },
  })
}

/** Whether a patient agreed to texts; null: never asked. The server records the read. */
export function patientContactQuery(slug: string, patientId: string) {
  return queryOptions({
    queryKey: clinicKey(slug, 'patient-contact', patientId),
    // a patient may answer STOP at any time
    gcTime: 0,
    queryFn: async ({ signal }) => {
      const { data, error } = await rest
        .from('contact_preferences')
        .select('sms_notifications,version')
        .eq('patient_id', patientId)
        .abortSignal(signal)
        .maybeSingle()
      if (error) throw error
      return data
    },
  })
}

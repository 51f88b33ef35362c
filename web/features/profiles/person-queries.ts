import { queryOptions } from '@tanstack/react-query'
import { rest } from '#web/lib/fetch/api.ts'
import { clinicKey } from '#web/lib/fetch/query-client.ts'

/** A patient's health information; null: none yet. The server records the read, which the patient can see. */
export function patientHealthQuery(slug: string, patientId: string) {
  return queryOptions({
    queryKey: clinicKey(slug, 'patient-health', patientId),
    // each opening must record a read
    gcTime: 0,
    queryFn: async ({ signal }) => {
      const { data, error } = await rest
        .from('patient_health')
        .select('emergency_contact,emergency_phone,allergies,medications,medical_conditions,updated_at')
        .eq('patient_id', patientId)
        .abortSignal(signal)
        .maybeSingle()
      if (error) throw error
      return data
    },
  })
}

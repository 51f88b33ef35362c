import { queryOptions } from '@tanstack/react-query'
import type { HealthInformation } from '#domain/profiles/health-information.ts'
import { formatPhone, phoneCountry } from '#domain/values/phones.ts'
import { rest } from '../fetch/api.ts'
import { clinicKey } from '../fetch/query-client.ts'
import type { Clinic } from './current-clinic.ts'

/**
 * A patient's own health information; on a ward's page the ward's. Not for the team, which would get all rows. Refetched
 * on focus: another tab may have saved.
 */
export function ownHealthQuery(clinic: Pick<Clinic, 'id' | 'subdomain' | 'currency'>) {
  return queryOptions({
    queryKey: clinicKey(clinic.subdomain, 'own-health'),
    refetchOnWindowFocus: 'always',
    staleTime: 0,
    queryFn: async ({ signal }): Promise<HealthInformation> => {
      const { data, error } = await rest
        .from('patient_health')
        .select('emergency_contact, emergency_phone, allergies, medications, medical_conditions, version')
        .eq('clinic_id', clinic.id)
        .abortSignal(signal)
        .maybeSingle()
      if (error) throw error
      return {
        version: data?.version ?? 0,
        emergencyContact: data?.emergency_contact ?? '',
        emergencyPhone: data?.emergency_phone
          ? formatPhone(data.emergency_phone, phoneCountry(clinic.currency))
          : '',
        allergies: data?.allergies ?? '',
        medications: data?.medications ?? '',
        medicalConditions: data?.medical_conditions ?? '',
      }
    },
  })
}

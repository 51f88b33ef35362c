import { queryOptions } from '@tanstack/react-query'
import type { OwnProfile } from '#domain/profiles/own-profile.ts'
import type { PersonalDetails } from '#domain/profiles/personal-details.ts'
import { formatPhone, phoneCountry } from '#domain/values/phones.ts'
import type { Clinic } from '#web/lib/clinic/current-clinic.ts'
import { rest } from '#web/lib/fetch/api.ts'
import { clinicKey } from '#web/lib/fetch/query-client.ts'

type OfClinic = Pick<Clinic, 'id' | 'subdomain' | 'currency'>

/** Refetched on focus: another tab may have saved. */
const mayChangeElsewhere = { refetchOnWindowFocus: 'always', staleTime: 0 } as const

/**
 * A patient's own details at the clinic, without names; empty before the first save. For patients only: the clinic's
 * team would get all rows.
 */
export function ownDetailsQuery(clinic: OfClinic) {
  return queryOptions({
    queryKey: clinicKey(clinic.subdomain, 'own-details'),
    ...mayChangeElsewhere,
    queryFn: async ({ signal }): Promise<Omit<PersonalDetails, 'firstName' | 'lastName'>> => {
      const { data, error } = await rest
        .from('patient_details')
        .select('phone, date_of_birth, address, city, state, zip_code, version')
        .eq('clinic_id', clinic.id)
        .abortSignal(signal)
        .maybeSingle()
      if (error) throw error
      return {
        version: data?.version ?? 0,
        phone: data?.phone ? formatPhone(data.phone, phoneCountry(clinic.currency)) : '',
        dateOfBirth: data?.date_of_birth ?? '',
        address: data?.address ?? '',
        city: data?.city ?? '',
        state: data?.state ?? '',
        zipCode: data?.zip_code ?? '',
      }
    },
  })
}

/** The user's profile without names, which the account has. */
export function ownProfileQuery(slug: string | null, userId: string) {
  return queryOptions({
    queryKey: clinicKey(slug, 'own-profile', userId),
    ...mayChangeElsewhere,
    queryFn: async ({ signal }): Promise<Omit<OwnProfile, 'firstName' | 'lastName'>> => {
      const { data, error } = await rest
        .from('profiles')
        .select('username, website, description, bio, version')
        .eq('user_id', userId)
        .abortSignal(signal)
        .maybeSingle()
      if (error) throw error
      return {
        version: data?.version ?? 0,
        username: data?.username ?? '',
        website: data?.website ?? '',
        description: data?.description ?? '',
        bio: data?.bio ?? '',
      }
    },
  })
}

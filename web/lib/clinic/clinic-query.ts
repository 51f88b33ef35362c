import { queryOptions } from '@tanstack/react-query'
import type { OpeningSpan } from '#domain/clinics/opening-hours.ts'
import { rest } from '../fetch/api.ts'
import { clinicKey, lookupTimes } from '../fetch/query-client.ts'

/** A clinic's public profile: a row of `clinics`. Instants are ISO strings. */
export interface Clinic {
  id: string
  name: string
  subdomain: string
  time_zone: string
  /** ISO 4217, lower case */
  currency: string
  /** The bank debit that patients may pay with; null for none. */
  bank_debit: string | null
  color: string
  tagline: string | null
  website: string | null
  about: string | null
  phone: string | null
  opening_hours: OpeningSpan[]
}

/** A clinic's public profile by its subdomain; null if there is none. */
export function clinicQuery(slug: string | null) {
  return queryOptions({
    queryKey: clinicKey(slug, 'clinic'),
    enabled: slug !== null,
    ...lookupTimes,
    // the error page also reads the clinic and would retry forever
    retryOnMount: false,
    queryFn: async (): Promise<Clinic | null> => {
      const { data, error } = await rest
        .from('clinics')
        .select('*')
        .eq('subdomain', slug as string)
        .single()
      if (error?.code === 'PGRST116') return null
      if (error) throw error
      return { ...data, opening_hours: data.opening_hours as unknown as OpeningSpan[] }
    },
  })
}

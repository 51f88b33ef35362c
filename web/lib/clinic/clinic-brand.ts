import { queryOptions } from '@tanstack/react-query'
import { brandFrom, type ClinicBrand } from '#domain/clinics/served-brand.ts'
import { rest } from '../fetch/api.ts'
import { clinicKey, lookupTimes } from '../fetch/query-client.ts'
import { deviceMs } from '../page/clock.ts'
import { config } from '../page/config.ts'

const loadedAt = deviceMs()

/** The brand of this page's clinic; null unless its tier includes white labeling. */
export function brandQuery(slug: string | null) {
  return queryOptions({
    queryKey: clinicKey(slug, 'brand'),
    enabled: slug !== null,
    ...lookupTimes,
    ...(config.clinic && config.clinic.subdomain === slug
      ? { initialData: config.clinic.brand ?? null, initialDataUpdatedAt: loadedAt }
      : {}),
    queryFn: async (): Promise<ClinicBrand | null> => {
      const { data, error } = await rest
        .from('clinic_brands')
        .select('light,dark,hides_carefold')
        .maybeSingle()
      if (error) throw error
      return brandFrom(data)
    },
  })
}

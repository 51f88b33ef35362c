import * as z from 'zod/mini'
import type { ClinicColor } from '#domain/clinics/clinic-mark.ts'
import { clinicProfileInput } from '#domain/clinics/clinics.ts'
import { inOrder } from '#domain/clinics/opening-hours.ts'
import type { Clinic } from '#web/lib/clinic/current-clinic.ts'

const fields = z.extend(clinicProfileInput, {
  subdomain: z.nonoptional(clinicProfileInput.shape.subdomain),
  openingHours: z.nonoptional(clinicProfileInput.shape.openingHours),
})

export type ClinicProfileForm = z.output<typeof fields>

/** The fields of `update-clinic-profile`, all required, because a form has all of them. */
export const clinicProfileForm = fields as unknown as z.ZodMiniType<ClinicProfileForm, ClinicProfileForm>

export function clinicProfileFormFrom(clinic: Clinic): ClinicProfileForm {
  return {
    name: clinic.name,
    timeZone: clinic.time_zone,
    color: clinic.color as ClinicColor,
    tagline: clinic.tagline ?? '',
    website: clinic.website ?? '',
    about: clinic.about ?? '',
    phone: clinic.phone ?? '',
    openingHours: inOrder(clinic.opening_hours),
    subdomain: clinic.subdomain,
  }
}

/** `clinic.com` becomes `https://clinic.com`; a text with a scheme, or that is no address, is unchanged. */
export function withScheme(typed: string): string {
  const text = typed.trim()
  return /^[^\s:/?#@]+\.[^\s:/?#@]{2,}([/?#]\S*)?$/.test(text) ? `https://${text}` : text
}

import type { FieldValues } from 'react-hook-form'
import * as z from 'zod/mini'
import { clinicProfileInput } from '#domain/clinics/clinics.ts'
import { inOrder } from '#domain/clinics/opening-hours.ts'
import type { FormRules } from '#web/components/form/use-plain-form.ts'
import type { Clinic } from '#web/lib/clinic/current-clinic.ts'

const { name, subdomain, timeZone, color, tagline, website, about, phone, openingHours } =
  clinicProfileInput.shape

const details = z.object({
  name: z.nonoptional(name),
  subdomain: z.nonoptional(subdomain),
  timeZone: z.nonoptional(timeZone),
  tagline: z.nonoptional(tagline),
  website: z.nonoptional(website),
  about: z.nonoptional(about),
  phone: z.nonoptional(phone),
})
const hours = z.object({ openingHours: z.nonoptional(openingHours) })
const colorOnly = z.object({ color: z.nonoptional(color) })

export type DetailsForm = z.output<typeof details>
export type HoursForm = z.output<typeof hours>
export type ColorForm = z.output<typeof colorOnly>

/** A part of `update-clinic-profile`: its fields, all required because the form has all of them. */
export interface ProfilePart<Form extends FieldValues> {
  rules: FormRules<Form>
  from(clinic: Clinic): Form
}

export const detailsPart: ProfilePart<DetailsForm> = {
  rules: details,
  from: (clinic) => ({
    name: clinic.name,
    subdomain: clinic.subdomain,
    timeZone: clinic.time_zone,
    tagline: clinic.tagline ?? '',
    website: clinic.website ?? '',
    about: clinic.about ?? '',
    phone: clinic.phone ?? '',
  }),
}

export const hoursPart: ProfilePart<HoursForm> = {
  rules: hours,
  from: (clinic) => ({ openingHours: inOrder(clinic.opening_hours) }),
}

export const colorPart: ProfilePart<ColorForm> = {
  rules: colorOnly,
  from: (clinic) => ({ color: clinic.color as ColorForm['color'] }),
}

/** `clinic.com` becomes `https://clinic.com`; a text with a scheme, or that is no address, is unchanged. */
export function withScheme(typed: string): string {
  const text = typed.trim()
  return /^[^\s:/?#@]+\.[^\s:/?#@]{2,}([/?#]\S*)?$/.test(text) ? `https://${text}` : text
}

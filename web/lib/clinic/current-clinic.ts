import { useQuery } from '@tanstack/react-query'
import { useLocation } from 'react-router'
import type { ClinicBrand } from '#domain/clinics/served-brand.ts'
import { shellTexts } from '#domain/texts/shell.ts'
import { config } from '../page/config.ts'
import { currentClinicSlug, currentMalformedName } from './clinic-address.ts'
import { brandQuery } from './clinic-brand.ts'
import { type Clinic, clinicQuery } from './clinic-query.ts'

export type { Clinic }

/** The lookup of the clinic in the URL (docs/specification.md A2, A3, A7). */
export type ClinicLookup =
  | { status: 'idle'; slug: null; clinic: null }
  | { status: 'loading'; slug: string; clinic: null }
  | { status: 'success'; slug: string; clinic: Clinic }
  | { status: 'not_found'; slug: string; clinic: null; message: string }
  | { status: 'error'; slug: string; clinic: null; message: string; retry(): void }

/** The current clinic's subdomain, or null on the main site. Follows the URL, including its query. */
export function useClinicSlug(): string | null {
  useLocation()
  return currentClinicSlug()
}

/** The clinic of this page. Idle on the main site; not found for a malformed name in the query. */
export function useClinicLookup(): ClinicLookup {
  const slug = useClinicSlug()
  const { data, isPending, isError, refetch } = useQuery(clinicQuery(slug))
  if (!slug) {
    const malformed = currentMalformedName()
    return malformed ? notFound(malformed) : { status: 'idle', slug: null, clinic: null }
  }
  if (isError) {
    const message = shellTexts.clinicFailed
    return { status: 'error', slug, clinic: null, message, retry: () => void refetch() }
  }
  if (isPending) return { status: 'loading', slug, clinic: null }
  if (!data) return notFound(slug)
  return { status: 'success', slug, clinic: data }
}

function notFound(slug: string): ClinicLookup {
  return { status: 'not_found', slug, clinic: null, message: shellTexts.clinicMissing(slug) }
}

export interface ClinicFace {
  name: string
  color: string
  brand: ClinicBrand | null
}

/** The face of this page's clinic: first as sent with the page, then as read. */
export function useClinicFace(): ClinicFace | null {
  const { clinic, slug } = useClinicLookup()
  const { data: brand = null } = useQuery(brandQuery(slug))
  if (clinic) return { name: clinic.name, color: clinic.color, brand }
  return config.clinic?.subdomain === slug ? config.clinic : null
}

/** The clinic of a page inside a shell, which renders its pages only once the clinic is known. */
export function useClinic(): Clinic {
  const { clinic } = useClinicLookup()
  if (!clinic) throw new Error('useClinic is for pages inside a clinic’s shell')
  return clinic
}

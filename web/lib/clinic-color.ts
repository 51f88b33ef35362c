import { useEffect } from 'react'
import { currentClinicSlug } from './clinic-address.ts'
import { config } from './config.ts'

/** Sets the clinic's color (one of the eight in styles/tokens.css) on the page while the caller is mounted. */
export function useClinicColor(color: string | undefined): void {
  useEffect(() => {
    if (!color) return
    document.documentElement.dataset.clinicColor = color
    return applyPageColor
  }, [color])
}

/** The color of the clinic that the address names, before anything is read. Called before the first render. */
export function applyPageColor(): void {
  const { clinic } = config
  if (clinic && clinic.subdomain === currentClinicSlug()) {
    document.documentElement.dataset.clinicColor = clinic.color
  } else {
    delete document.documentElement.dataset.clinicColor
  }
}

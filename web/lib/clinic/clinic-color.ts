import { useEffect } from 'react'
import type { ClinicBrand } from '#domain/clinics/served-brand.ts'
import { config } from '../page/config.ts'
import { currentClinicSlug } from './clinic-address.ts'

interface ColoredClinic {
  color: string
  brand: ClinicBrand | null
}

export function useClinicColor(clinic: ColoredClinic | null): void {
  const color = clinic?.color
  const light = clinic?.brand?.shades?.light
  const dark = clinic?.brand?.shades?.dark
  useEffect(() => {
    if (!color) return
    paint({ color, brand: light && dark ? { shades: { light, dark }, hidesCarefold: false } : null })
    return applyPageColor
  }, [color, light, dark])
}

/** Sets the color of the clinic in the URL. Called before the first render. */
export function applyPageColor(): void {
  const { clinic } = config
  paint(clinic && clinic.subdomain === currentClinicSlug() ? clinic : null)
}

function paint(clinic: ColoredClinic | null): void {
  const { dataset, style } = document.documentElement
  if (clinic) dataset.clinicColor = clinic.color
  else delete dataset.clinicColor
  const shades = clinic?.brand?.shades
  for (const theme of ['light', 'dark'] as const) {
    if (shades) style.setProperty(`--clinic-${theme}`, shades[theme])
    else style.removeProperty(`--clinic-${theme}`)
  }
}

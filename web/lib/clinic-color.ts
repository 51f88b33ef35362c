import { useEffect } from 'react'

/** Gives the page the clinic's color (one of the eight of styles/tokens.css) for as long as the caller is shown. */
export function useClinicColor(color: string | undefined): void {
  useEffect(() => {
    if (!color) return
    document.documentElement.dataset.clinicColor = color
    return () => {
      delete document.documentElement.dataset.clinicColor
    }
  }, [color])
}

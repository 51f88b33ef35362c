import { useEffect } from 'react'

/** Sets the clinic's color (one of the eight in styles/tokens.css) on the page while the caller is mounted. */
export function useClinicColor(color: string | undefined): void {
  useEffect(() => {
    if (!color) return
    document.documentElement.dataset.clinicColor = color
    return () => {
      delete document.documentElement.dataset.clinicColor
    }
  }, [color])
}

import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useClinicFace, useClinicSlug } from '#web/lib/clinic/current-clinic.ts'
import { logoQuery } from '#web/lib/files/file-links.ts'
import { cn } from '../ui/class-names.ts'
import { ClinicMark } from './clinic-mark.tsx'

/** The logo or mark of this page's clinic; nothing on the main site. Decorative next to the clinic's name. */
export function CurrentClinicMark({ className }: { className?: string }) {
  const face = useClinicFace()
  const { data: logo } = useQuery(logoQuery(useClinicSlug()))
  const [failed, setFailed] = useState<string | null>(null)
  if (!face) return null
  if (!logo || logo === failed) return <ClinicMark name={face.name} className={className} />
  return (
    <img
      src={logo}
      alt=""
      // white in both themes: logos are drawn for a light background
      className={cn('size-10 flex-none rounded-control bg-white object-contain p-0.5', className)}
      onError={() => setFailed(logo)}
    />
  )
}

import { useQueryClient } from '@tanstack/react-query'
import { useCallback, useRef } from 'react'
import { useClinicSlug } from '#web/lib/clinic/current-clinic.ts'
import { deviceMs } from '#web/lib/page/clock.ts'
import type { SlidesWanted } from './slides-api.ts'
import { fetchSlidesAnew, slidesQuery } from './slides-queries.ts'

const renewMs = 30_000

/**
 * Renews picture URLs, which expire while a presentation is open.
 *
 * @returns requests new URLs into the query of these slides
 */
export function useRenewedSlides(wanted: SlidesWanted): () => void {
  const slug = useClinicSlug()
  const queryClient = useQueryClient()
  const renewedAt = useRef(0)
  const latest = useRef(wanted)
  latest.current = wanted
  return useCallback(() => {
    if (deviceMs() - renewedAt.current < renewMs) return
    renewedAt.current = deviceMs()
    const asked = latest.current
    fetchSlidesAnew(slug, asked)
      .then((anew) => queryClient.setQueryData(slidesQuery(slug, asked).queryKey, anew))
      .catch(() => undefined)
  }, [slug, queryClient])
}

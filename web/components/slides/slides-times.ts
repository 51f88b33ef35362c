import { minuteMs } from '#domain/values/durations.ts'

/** Slides: fresh for 5 minutes, cached for 30, two retries (docs/specification.md B7). */
export const slidesTimes = {
  staleTime: 5 * minuteMs,
  gcTime: 30 * minuteMs,
  refetchOnWindowFocus: false,
  retry: 2,
} as const

/** Featured presentations: fresh for 5 minutes, cached for 10, two retries (docs/specification.md B7). */
export const featuredTimes = { staleTime: 5 * minuteMs, gcTime: 10 * minuteMs, retry: 2 } as const

import { expect, test } from 'vitest'
import { featuredTimes, slidesTimes } from './slides-times.ts'

// spec: B7 Slides are fresh for 5 minutes and cached for 30, without a refetch on focus
test('slides are fresh for 5 minutes, cached for 30, never refetched on focus and retried twice', () => {
  expect(slidesTimes).toEqual({
    staleTime: 300_000,
    gcTime: 1_800_000,
    refetchOnWindowFocus: false,
    retry: 2,
  })
})

// spec: B7 Featured presentations are fresh for 5 minutes and cached for 10
test('featured presentations are fresh for 5 minutes, cached for 10 and retried twice', () => {
  expect(featuredTimes).toEqual({ staleTime: 300_000, gcTime: 600_000, retry: 2 })
})

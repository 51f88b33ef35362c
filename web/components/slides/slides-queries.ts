import { queryOptions } from '@tanstack/react-query'
import { apiFetch } from '#web/lib/fetch/api.ts'
import { clinicKey } from '#web/lib/fetch/query-client.ts'
import { deviceMs } from '#web/lib/page/clock.ts'
import { tabStore } from '#web/lib/page/stores.ts'
import { guardianshipOn } from '#web/lib/session/acting-for.ts'
import {
  featuredRetryMs,
  fetchFeatured,
  fetchPresentations,
  fetchSlides,
  type SlidesPort,
  type SlidesWanted,
} from './slides-api.ts'
import { featuredTimes, slidesTimes } from './slides-times.ts'

const port: SlidesPort = {
  get: (path, signal) =>
    apiFetch(`${location.origin}/functions/v1/${path}`, { cache: 'no-store', ...(signal && { signal }) }),
  wait: (ms) => new Promise((done) => setTimeout(done, ms)),
  now: deviceMs,
  storage: tabStore,
}

export function slidesQuery(slug: string | null, { owner, ...wanted }: SlidesWanted) {
  const { presentationId, thumbnailSize = 'LARGE', isDraft = false, versionId = null } = wanted
  return queryOptions({
    queryKey: clinicKey(slug, 'slides', presentationId, thumbnailSize, isDraft, versionId),
    ...slidesTimes,
    ...(isDraft && { staleTime: 0, gcTime: 0 }),
    queryFn: ({ signal }) => fetchSlides(port, { ...wanted, owner: ownerOf(slug, owner) }, signal),
  })
}

/** Skips the session's storage, to renew expired picture URLs. */
export function fetchSlidesAnew(slug: string | null, { owner, ...wanted }: SlidesWanted) {
  return fetchSlides(port, { ...wanted, owner: ownerOf(slug, owner), isAnew: true })
}

/** Separates stored slides by clinic and by the patient the page acts for. */
function ownerOf(slug: string | null, owner: string): string {
  return [slug, owner, guardianshipOn(location.pathname)].filter(Boolean).join(' ')
}

export function presentationsQuery(slug: string | null) {
  return queryOptions({
    queryKey: clinicKey(slug, 'presentations'),
    retry: false,
    queryFn: ({ signal }) => fetchPresentations(port, signal),
  })
}

/** The clinic's featured presentations; retries are at most 10 s apart (docs/specification.md B7). */
export function featuredQuery(slug: string | null) {
  return queryOptions({
    queryKey: clinicKey(slug, 'featured-presentations'),
    ...featuredTimes,
    retryDelay: featuredRetryMs,
    queryFn: ({ signal }) => fetchFeatured(port, signal),
  })
}

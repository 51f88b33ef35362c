import { feature } from '#server/clinic/feature.ts'

/** Answered by its endpoint, without actions. */
export const fhirFeature = feature({ actions: [] })

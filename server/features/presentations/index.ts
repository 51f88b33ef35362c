import { feature } from '#server/clinic/feature.ts'
import { featuredPresentations } from './featured-presentations.ts'
import { getPresentationSlides } from './get-presentation-slides.ts'
import { listPresentations } from './list-presentations.ts'

export const presentationsFeature = feature({
  actions: [listPresentations, getPresentationSlides, featuredPresentations],
})

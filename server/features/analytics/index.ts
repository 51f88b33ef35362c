import { feature } from '#server/clinic/feature.ts'
import { learningFigures } from './learning-figures.ts'

export const analyticsFeature = feature({
  actions: [learningFigures],
})

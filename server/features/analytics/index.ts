import { feature } from '#server/platform/feature.ts'
import { learningFigures } from './learning-figures.ts'

export const analyticsFeature = feature({
  actions: [learningFigures],
})

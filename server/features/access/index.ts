import { feature } from '#server/clinic/feature.ts'
import { resetDemo } from './reset-demo.ts'

export const accessFeature = feature({
  actions: [],
  jobs: [resetDemo],
})

import { feature } from '#server/platform/feature.ts'
import { exportClinic } from './export-clinic.ts'

export const clinicExportFeature = feature({
  actions: [exportClinic],
})

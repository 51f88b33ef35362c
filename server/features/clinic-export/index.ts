import { feature } from '#server/clinic/feature.ts'
import { exportClinic } from './export-clinic.ts'

export const clinicExportFeature = feature({
  actions: [exportClinic],
})

import { feature } from '#server/clinic/feature.ts'
import { exportOwnRecord, exportRecord } from './export-record.ts'

export const recordExportFeature = feature({
  actions: [exportRecord, exportOwnRecord],
})

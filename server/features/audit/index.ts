import { feature } from '#server/clinic/feature.ts'
import { checkAuditLog } from './check-audit-log.ts'
import { sealAuditLog } from './seal-audit-log.ts'

export const auditFeature = feature({
  actions: [],
  jobs: [sealAuditLog, checkAuditLog],
})

import { feature } from '#server/platform/feature.ts'
import { clinicClosing } from './clinic-closing.ts'
import { closeClinic } from './close-clinic.ts'
import { keepClinic } from './keep-clinic.ts'
import { tellOfClosing } from './tell-of-closing.ts'

export const clinicClosingFeature = feature({
  actions: [clinicClosing, closeClinic, keepClinic],
  jobs: [tellOfClosing],
})

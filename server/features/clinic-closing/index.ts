import { feature } from '#server/clinic/feature.ts'
import { clinicClosing } from './clinic-closing.ts'
import { closeClinic } from './close-clinic.ts'
import { keepClinic } from './keep-clinic.ts'
import { notifyOfClosing } from './notify-of-closing.ts'

export const clinicClosingFeature = feature({
  actions: [clinicClosing, closeClinic, keepClinic],
  jobs: [notifyOfClosing],
})

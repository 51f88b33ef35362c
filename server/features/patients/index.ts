import { feature } from '#server/clinic/feature.ts'
import { createPatient } from './create-patient.ts'
import { editPatient } from './edit-patient.ts'

export const patientsFeature = feature({ actions: [createPatient, editPatient] })

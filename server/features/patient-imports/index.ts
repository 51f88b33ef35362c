import { feature } from '#server/clinic/feature.ts'
import { checkPatientImport } from './check-patient-import.ts'
import { importPatients } from './import-patients.ts'
import { patientImport } from './patient-import.ts'
import { runImport } from './run-import.ts'
import { undoPatientImport } from './undo-patient-import.ts'

export const patientImportsFeature = feature({
  actions: [checkPatientImport, importPatients, patientImport, undoPatientImport],
  jobs: [runImport],
})

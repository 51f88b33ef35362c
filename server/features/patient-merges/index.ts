import { feature } from '#server/clinic/feature.ts'
import { comparePatients } from './compare-patients.ts'
import { dismissDuplicates, restoreDuplicates } from './dismiss-duplicates.ts'
import { gatherMerged } from './gather-merged.ts'
import { mergePatients } from './merge-patients.ts'
import { partPatients } from './part-patients.ts'
import { patientsLike } from './patients-like.ts'
import { personMerges } from './person-merges.ts'
import { countPossibleDuplicates, possibleDuplicates } from './possible-duplicates.ts'

export const patientMergesFeature = feature({
  actions: [
    comparePatients,
    mergePatients,
    partPatients,
    personMerges,
    possibleDuplicates,
    countPossibleDuplicates,
    dismissDuplicates,
    restoreDuplicates,
    patientsLike,
  ],
  jobs: [gatherMerged],
})

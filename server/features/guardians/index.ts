import { feature } from '#server/clinic/feature.ts'
import { acceptGuardianship, ownWards } from './accept-guardianship.ts'
import { addGuardian } from './add-guardian.ts'
import { askToEndGuardianship, endGuardianship } from './end-guardianship.ts'
import { guardians } from './guardians.ts'
import { saveGuardianRules } from './save-guardian-rules.ts'
import { stepGuardians } from './step-guardians.ts'

export const guardiansFeature = feature({
  actions: [
    guardians,
    addGuardian,
    acceptGuardianship,
    endGuardianship,
    askToEndGuardianship,
    ownWards,
    saveGuardianRules,
  ],
  jobs: [stepGuardians],
})

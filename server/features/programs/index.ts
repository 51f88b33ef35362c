import { feature } from '#server/clinic/feature.ts'
import { addToProgram } from './add-to-program.ts'
import { copyProgramExample } from './copy-program-example.ts'
import { deleteProgram } from './delete-program.ts'
import { programExamples } from './program-examples.ts'
import { saveProgram } from './save-program.ts'

export const programsFeature = feature({
  actions: [saveProgram, deleteProgram, addToProgram, programExamples, copyProgramExample],
})

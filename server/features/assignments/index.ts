import { feature } from '#server/platform/feature.ts'
import { assignLesson } from './assign-lesson.ts'
import { assignProgram } from './assign-program.ts'
import { endEnrollment } from './end-enrollment.ts'
import { ownPrograms } from './own-programs.ts'
import { pushCorrection } from './push-correction.ts'
import { tellOfOpenedLessons } from './tell-of-lessons.ts'
import { withdrawAssignment } from './withdraw-assignment.ts'

export const assignmentsFeature = feature({
  actions: [assignLesson, ownPrograms, withdrawAssignment, pushCorrection, assignProgram, endEnrollment],
  jobs: [tellOfOpenedLessons],
})

import { feature } from '#server/clinic/feature.ts'
import { assignLesson } from './assign-lesson.ts'
import { assignProgram } from './assign-program.ts'
import { endEnrollment } from './end-enrollment.ts'
import { notifyOfOpenedLessons } from './notify-of-lessons.ts'
import { ownPrograms } from './own-programs.ts'
import { pushCorrection } from './push-correction.ts'
import { withdrawAssignment } from './withdraw-assignment.ts'

export const assignmentsFeature = feature({
  actions: [assignLesson, ownPrograms, withdrawAssignment, pushCorrection, assignProgram, endEnrollment],
  jobs: [notifyOfOpenedLessons],
})

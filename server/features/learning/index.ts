import { feature } from '#server/clinic/feature.ts'
import { completeLesson } from './complete-lesson.ts'
import { rateLesson } from './rate-lesson.ts'
import { recordReading } from './record-reading.ts'
import { saveForLater } from './save-for-later.ts'

export const learningFeature = feature({
  actions: [recordReading, saveForLater, completeLesson, rateLesson],
})

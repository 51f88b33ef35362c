import { feature } from '#server/clinic/feature.ts'
import { finishVisitLesson } from './finish-visit-lesson.ts'
import { setVisitLesson } from './set-visit-lesson.ts'
import { showSlide } from './show-slide.ts'

export const visitLessonsFeature = feature({
  actions: [setVisitLesson, showSlide, finishVisitLesson],
})

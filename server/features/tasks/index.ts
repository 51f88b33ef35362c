import { feature } from '#server/clinic/feature.ts'
import { completeTask } from './complete-task.ts'
import { saveTask } from './save-task.ts'

export const tasksFeature = feature({
  actions: [saveTask, completeTask],
})
